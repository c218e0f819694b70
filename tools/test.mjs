// npm test: runs all suites in order and prints a summary line at the end.
// npm test -- WORDS runs only the Vitest files whose path contains one of the words.
// TEST_WITHOUT=postgres,browser runs as on a machine without them: those suites count as skipped.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { buildScreens } from './build.mjs';
import { checkAll } from './check.mjs';
import { runNode, stopIfEnded, StepFailed } from './child-process.mjs';
import { installPackages } from './install.mjs';
import { alone } from './lock.mjs';
import { inRoot, tools } from './paths.mjs';
import { findBrowser } from './test-browser.mjs';
import { add, countPlaywright, countVitest, nothing, totalOf } from './test-counts.mjs';
import { findPostgres, startPostgres } from './test-postgres.mjs';
import { findPrograms } from './debian.mjs';

const reports = inRoot('test-results');

/** A test that failed on a busy machine may run once more; two failures fail it. Single suites have no retry. */
const secondTry = { vitest: '--retry=1', playwright: '--retries=1' };
/** Files that open a database but test something else: addresses, passwords, models, other programs. */
const besideTheDatabase = [
  /(endpoint|endpoints|errors|guards|source|log|docs|security-headers|openapi|system|demo|upload|foreign)\.test\.ts$/,
  /(guessable|passwords|sign-in|first-administrator|real-programs)\.test\.ts$/,
  /\/(assistant|writing|google|passkeys|second-factor)\/|checks\/threats/,
  // Formats of files, and waits for locks, which every PostgreSQL holds in the same way.
  /imports\/formats\/|(locked-migrations|long-lock)\.test\.ts$/,
  // These start their own nodes, poolers, standbys and trial databases.
  /server\/(installation|db\/reads|db\/pooler|backup\/verify)\.test\.ts$/,
];

/** Files that test the behaviour of a database; the others would only repeat the first run. */
export const withDatabase = () =>
  ['server', 'test']
    .flatMap((room) =>
      readdirSync(inRoot(room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
    )
    .filter((file) => file.endsWith('.test.ts') && !besideTheDatabase.some((pattern) => pattern.test(file)))
    .filter((file) => /from '[./]*\/(test\/)?(app|database)\.ts'/.test(readFileSync(inRoot(file), 'utf8')));

/** Runs the suites; returns the exit code. */
export async function testAll(words) {
  const without = missingOnPurpose();
  mkdirSync(reports, { recursive: true });

  const results = [];
  const suite = async (name, work) => {
    const counts = await runSuite(name, work);
    results.push({ name, counts });
    return counts;
  };

  /** @type {Promise<unknown>} */
  let ahead = Promise.resolve();
  const prepared = await suite('Packages', async () => {
    const packages = alone(installPackages);
    if (words.length === 0) ahead = installAhead(packages, without);
    await Promise.all([packages, findPrograms()]);
    return nothing;
  });
  if (words.length > 0 && prepared.failed === 0) {
    await suite('Vitest, embedded PostgreSQL, chosen files', () => vitest('embedded', words));
  } else if (prepared.failed === 0) {
    await suite('Types, lint and format', checkAll);
    await ahead;
    const embedded = await suite('Vitest, embedded PostgreSQL', () => vitest('embedded'));
    // Built while tests wait for a database. The browser tests build again and report failures.
    const built = without.includes('browser') ? null : Promise.allSettled([alone(buildScreens)]);
    await suite('Vitest, installed PostgreSQL', () => vitestOnInstalled(without, totalOf(embedded)));
    await built;
    await suite('Browser tests', () => browserTests(without));
  }
  return sumUp(results);
}

/**
 * Installs requirements of later suites in parallel with the packages, because one waits for the network while the
 * other unpacks. The suite that needs a missing one reports it.
 */
const installAhead = (packages, without) =>
  Promise.allSettled([
    without.includes('postgres') || process.env.TEST_DATABASE_URL ? null : findPostgres(),
    without.includes('browser') ? null : packages.then(findBrowser),
  ]);

function missingOnPurpose() {
  const words = (process.env.TEST_WITHOUT ?? '').split(',').filter(Boolean);
  const unknown = words.find((word) => !['postgres', 'browser'].includes(word));
  if (unknown) throw new StepFailed(`TEST_WITHOUT knows postgres and browser, not ${unknown}.`, 2);
  return words;
}

/** A suite that could not be started counts as one failure. */
async function runSuite(name, work) {
  console.log(`\n=== ${name} ===`);
  try {
    return await work();
  } catch (error) {
    stopIfEnded();
    console.error(error instanceof StepFailed ? error.message : error);
    return { ...nothing, failed: 1, failures: [`${name}: ${error.message}`] };
  }
}

async function vitest(report, words = [], variables = {}) {
  const file = `${reports}/vitest-${report}.json`;
  rmSync(file, { force: true });
  const { TEST_DATABASE_URL: _, ...environment } = process.env;
  const args = [
    'run',
    secondTry.vitest,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...words,
  ];
  return countVitest(file, await runNode(tools.vitest, args, { env: { ...environment, ...variables } }));
}

/** The same tests on a PostgreSQL server: the one in TEST_DATABASE_URL, else one installed on this machine. */
async function vitestOnInstalled(without, tests) {
  if (without.includes('postgres')) return notRun('TEST_WITHOUT names postgres', tests);
  const named = process.env.TEST_DATABASE_URL;
  if (named) return vitest('installed', withDatabase(), { TEST_DATABASE_URL: named });

  const programs = await findPostgres();
  if (!programs) return notRun('there is no PostgreSQL 15 or newer here and it cannot be installed', tests);
  console.log(`On ${programs}.`);
  const server = await startPostgres(programs);
  try {
    return await vitest('installed', withDatabase(), { TEST_DATABASE_URL: server.url });
  } finally {
    await server.stop();
  }
}

async function browserTests(without) {
  const browser = without.includes('browser') ? null : await findBrowser();
  if (!browser) {
    const reason = without.includes('browser')
      ? 'TEST_WITHOUT names browser'
      : 'no Chromium answers and none can be installed';
    return notRun(reason, countBrowserTests());
  }
  console.log(`In ${browser}.`);
  await alone(buildScreens);
  const file = `${reports}/browser.json`;
  rmSync(file, { force: true });
  const env = { ...process.env, PLAYWRIGHT_CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  return countPlaywright(
    file,
    await runNode(tools.playwright, ['test', secondTry.playwright, '--reporter=list,json'], {
      env,
    }),
  );
}

function countBrowserTests() {
  const list = execFileSync(process.execPath, [tools.playwright, 'test', '--list', '--reporter=list'], {
    cwd: inRoot('.'),
    encoding: 'utf8',
  });
  return Number(/^Total: (\d+) test/m.exec(list)?.[1] ?? 0);
}

function notRun(reason, tests) {
  console.log(`NOT RUN: ${reason}. Tests counted as skipped: ${tests}.`);
  return { ...nothing, skipped: tests, notRun: true };
}

function sumUp(results) {
  console.log('\n=== Summary ===');
  for (const { name, counts } of results) {
    const state = counts.failed > 0 ? 'FAILED' : counts.notRun ? 'NOT RUN' : 'ok';
    console.log(`${state.padEnd(8)} ${name}`);
  }
  const sum = results.map((result) => result.counts).reduce(add, nothing);
  for (const failure of sum.failures.slice(0, 10)) console.log(`failed: ${failure}`);
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  return sum.failed > 0 ? 1 : 0;
}
