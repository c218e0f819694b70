// How many tests passed, failed and were skipped, from the reports that the test runners write.
import { readFileSync } from 'node:fs';

export const nothing = { passed: 0, failed: 0, skipped: 0 };

export const totalOf = (counts) => counts.passed + counts.failed + counts.skipped;

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** A file that could not be loaded has no tests in the report; it counts as one that failed. */
export function countVitest(reportFile, exitCode) {
  return read(reportFile, exitCode, (report) => {
    const broken = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  });
}

export function countPlaywright(reportFile, exitCode) {
  return read(reportFile, exitCode, ({ stats }) => {
    if (stats.flaky > 0) console.log(`${stats.flaky} of these passed at the second try only.`);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
  });
}

/** A runner that ended badly without naming a failed test, or without a report, counts as one that failed. */
function read(reportFile, exitCode, count) {
  let counts = nothing;
  try {
    counts = count(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch (error) {
    console.error(`The test runner left no readable report: ${error.message}`);
    return { ...nothing, failed: 1 };
  }
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
