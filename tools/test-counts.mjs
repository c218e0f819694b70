// Counts passed, failed and skipped tests, and lists the failures, from the reports of the test runners.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export const nothing = { passed: 0, failed: 0, skipped: 0, failures: [] };

export const totalOf = (counts) => counts.passed + counts.failed + counts.skipped;

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
});

/** A file that failed to load or to shut down has no failed test in the report; it counts as one failure. */
export function countVitest(reportFile, exitCode) {
  return read(reportFile, exitCode, (report) => {
    const broken = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: report.testResults.flatMap((file) => [
        ...(broken.includes(file) ? [inWords(file.name, file.message)] : []),
        ...file.assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => inWords(`${file.name} › ${test.fullName}`, test.failureMessages[0])),
      ]),
    };
  });
}

export function countPlaywright(reportFile, exitCode) {
  return read(reportFile, exitCode, ({ stats, suites }) => {
    if (stats.flaky > 0) console.log(`${stats.flaky} of these passed at the second try only.`);
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: suites
        .flatMap(specsOf)
        .filter((spec) => !spec.ok)
        .map(failureOf),
    };
  });
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

const failureOf = (spec) =>
  inWords(`${spec.file}:${spec.line} › ${spec.title}`, spec.tests[0]?.results.at(-1)?.error?.message);

/** One line with the cause: the summary may be all that remains of a long log. */
const inWords = (name, message = '') =>
  `${name}: ${stripVTControlCharacters(message).split('\n    at ')[0].replaceAll(/\s+/g, ' ').slice(0, 300)}`;

/** A runner that failed without a failed test, or without a report, counts as one failure. */
function read(reportFile, exitCode, count) {
  let counts = nothing;
  try {
    counts = count(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch (error) {
    return { ...nothing, failed: 1, failures: [`The test runner left no readable report: ${error.message}`] };
  }
  if (exitCode === 0 || counts.failed > 0) return counts;
  return {
    ...counts,
    failed: 1,
    failures: [`The test runner ended with ${exitCode} and named no failed test.`],
  };
}
