import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { EXPECTED_TIME } from './fake-time.ts';
import { MOMENTS, type Moment } from './moments.ts';

/**
 * Runs all Vitest files, including those of the embedded PostgreSQL, once at each moment of moments.ts: under faketime, in
 * another time zone and locale, and in another order of files. `npm run prove -- calendar [MOMENT ...] [WORD ...]`: names of
 * moments select these alone. All other words are parts of the paths of test files. It prints one line for each moment. The
 * complete output is in test-results/calendar/. Linux only.
 *
 * Browser tests are not included. Chromium does not support a preloaded clock, and without one the server and the browser
 * would be years apart. The browser's computations with times (contract/shared/dates.ts, web/audit,
 * web/documents/editor/session/drafts.ts) have Vitest files, which run here. Programs written in Go (the exporters of
 * real-programs.test.ts) keep the real time as well. No test compares their clock with another.
 */
const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, 'test-results/calendar');

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};
type Outcome = { passed: number; skipped: number; failures: string[] };

/** Each moment has an order of files and random examples of its own. They are the same in each run. */
const seedOf = (moment: Moment): number => MOMENTS.indexOf(moment) + 1;

/** An offset keeps the time equal in all processes. A fixed start would restart the clock in each of them. */
function environmentAt(moment: Moment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(LC_|LANG|TEST_DATABASE_URL)/.test(name),
  );
  const offset = Math.round((Date.parse(moment.at) - Date.now()) / 1000);
  const preload = `--import=${pathToFileURL(path.join(import.meta.dirname, 'fake-time-children.ts')).href}`;
  return {
    ...Object.fromEntries(inherited),
    NODE_OPTIONS: [process.env['NODE_OPTIONS'], preload].filter(Boolean).join(' '),
    LD_PRELOAD: process.env['FAKETIME_LIBRARY'],
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
    // Timeouts and durations are measured by the monotonic clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    [EXPECTED_TIME]: new Date(Date.parse(moment.at) - 1000).toISOString(),
    TEST_SEED: String(seedOf(moment)),
    TZ: moment.zone,
    LANG: moment.locale,
  };
}

async function runAt(moment: Moment, words: string[]): Promise<Outcome> {
  const reportFile = path.join(reports, `${moment.name}.json`);
  rmSync(reportFile, { force: true });
  const order = ['--sequence.shuffle.files', `--sequence.seed=${seedOf(moment)}`];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const vitest = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...order, ...reporters, ...words];
  const child = spawn(process.execPath, vitest, {
    cwd: root,
    env: environmentAt(moment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  const log = createWriteStream(path.join(reports, `${moment.name}.log`));
  for (const output of [child.stdout, child.stderr]) output.pipe(log, { end: false });
  const [code] = (await once(child, 'close')) as [number | null];
  running = undefined;
  log.end();
  return read(reportFile, code);
}

function read(reportFile: string, code: number | null): Outcome {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  } catch (error) {
    return { passed: 0, skipped: 0, failures: [`Vitest ended with ${code}: ${(error as Error).message}`] };
  }
  const failures = report.testResults.flatMap((file) => {
    const name = path.relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (file.status === 'failed' && failed.length === 0) return [`${name} could not run`];
    return failed.map((test) => `${name} › ${test.fullName}`);
  });
  if (code !== 0 && failures.length === 0)
    failures.push(`Vitest ended with ${code} and named no failed test`);
  if (report.numPassedTests === 0 && failures.length === 0) failures.push('No test ran');
  return { passed: report.numPassedTests, skipped: report.numPendingTests, failures };
}

let running: ChildProcess | undefined;
// Vitest ends its database on SIGTERM. On Ctrl-C the terminal has signalled it already.
process.once('SIGTERM', () => {
  running?.kill('SIGTERM');
  process.exit(143);
});

const args = process.argv.slice(2);
const named = MOMENTS.filter(({ name }) => args.includes(name));
const words = args.filter((word) => !named.some(({ name }) => name === word));
mkdirSync(reports, { recursive: true });
let red = 0;
for (const moment of named.length > 0 ? named : MOMENTS) {
  const { passed, skipped, failures } = await runAt(moment, words);
  if (failures.length > 0) red++;
  const { name, at, zone, locale } = moment;
  const counts = `${passed} passed, ${failures.length} failed, ${skipped} skipped`;
  console.log([name.padEnd(14), at, zone.padEnd(19), locale.padEnd(11), counts].join('  '));
  for (const failure of failures) console.log(`    failed: ${failure}`);
}
process.exitCode = red > 0 ? 1 : 0;
