// The launcher behind every npm script: node tools/run.mjs VERB [arguments]
// It requires only Node 20 or newer. It provides the right Node, packages and built screens, then runs the verb.
import { pathToFileURL } from 'node:url';
import { buildScreens } from './build.mjs';
import { checkAll } from './check.mjs';
import { endTogether, must, runNode, start, StepFailed } from './child-process.mjs';
import { findFakeTime, findLoadGenerator, findPrograms, findProxy } from './debian.mjs';
import { installPackages } from './install.mjs';
import { alone } from './lock.mjs';
import { withMemoryFolder } from './memory-folder.mjs';
import { isRightNode, runOnRightNode } from './node-runtime.mjs';
import { inRoot, tools } from './paths.mjs';
import { superviseServer } from './supervise.mjs';
import { testAll, withDatabase } from './test.mjs';
import { findBrowser } from './test-browser.mjs';
import { findPostgres, startPostgres } from './test-postgres.mjs';

const install = () => alone(installPackages);

const installAndBuild = () =>
  alone(async () => {
    await installPackages();
    await buildScreens();
  });

/** Each verb returns the exit code of the launcher. */
const verbs = {
  async start() {
    await installAndBuild();
    return superviseServer();
  },

  async dev() {
    await install();
    const server = start(process.execPath, ['--watch', 'server/main.ts']);
    const screens = start(process.execPath, [tools.vite]);
    const code = await Promise.race([server.ended, screens.ended]);
    for (const child of [server, screens]) child.kill();
    await Promise.all([server.ended, screens.ended]);
    return code;
  },

  async test(args) {
    return withMemoryFolder(() => testAll(args));
  },

  async check(words) {
    await install();
    const { failed } = await checkAll();
    const vitest = await withMemoryFolder(() => runNode(tools.vitest, ['run', ...words]));
    return failed > 0 ? 1 : vitest;
  },

  async e2e(args) {
    await installAndBuild();
    return withMemoryFolder(async () =>
      runNode(tools.playwright, ['test', ...args], { env: await withBrowser() }),
    );
  },

  /** Pictures of all screens in the folder `pictures`. Arguments choose screens by their names. */
  async pictures(args) {
    await installAndBuild();
    const env = { ...(await withBrowser()), PICTURES: '1' };
    return withMemoryFolder(() =>
      runNode(tools.playwright, ['test', ...args.flatMap((name) => ['-g', name])], { env }),
    );
  },

  async prove(args) {
    if (args[0] === 'calendar') return proveCalendar(args.slice(1));
    if (args[0] === 'standbys') return proveStandbys(args.slice(1));
    await installAndBuild();
    await findProxy();
    const env = { ...(await withBrowser()), POSTGRES_PROGRAMS: (await findPostgres()) ?? '' };
    return runNode(inRoot('test/prove.ts'), args, { env });
  },

  async bench(args) {
    if (args[0] === 'limit') return benchLimit(args.slice(1));
    if (args[0] === 'nodes') return benchNodes();
    if (['growth', 'readers', 'streams'].includes(args[0])) return benchOnPostgres(args[0], args.slice(1));
    await installAndBuild();
    const file = args[0] === 'journeys' ? 'bench/journeys.ts' : 'bench/run.ts';
    return runNode(inRoot(file), args, { env: await withBrowser() });
  },

  async import(args) {
    await install();
    return runNode(inRoot('server/commands/import.ts'), args);
  },

  async export(args) {
    await install();
    return runNode(inRoot('server/commands/export.ts'), args);
  },

  async kit(args) {
    await installAndBuild();
    return runNode(inRoot('server/commands/kit.ts'), args);
  },

  async demo(args) {
    await install();
    return runNode(inRoot('server/commands/demo.ts'), args);
  },

  async backup(args) {
    await install();
    return runNode(inRoot('server/commands/backup.ts'), args);
  },

  async restore(args) {
    await install();
    return runNode(inRoot('server/commands/restore.ts'), args);
  },

  async adopt(args) {
    await install();
    return runNode(inRoot('server/commands/adopt.ts'), args);
  },

  async audit(args) {
    await install();
    return runNode(inRoot('server/commands/audit.ts'), args);
  },

  async 'sign-in-policy'(args) {
    await install();
    return runNode(inRoot('server/commands/sign-in-policy.ts'), args);
  },

  async 'db:generate'(args) {
    await install();
    await must('drizzle-kit generate', runNode(tools.drizzleKit, ['generate', ...args]));
    return 0;
  },
};

/** Requires neither screens nor a browser. */
async function proveCalendar(args) {
  await install();
  await findPrograms();
  const env = { ...process.env, FAKETIME_LIBRARY: await findFakeTime() };
  return runNode(inRoot('test/prove-calendar.ts'), args, { env });
}

/** Runs the test files that need a database, or those whose path contains one of the words. */
async function proveStandbys(words) {
  await install();
  await findPrograms();
  const programs = await findPostgres();
  if (!programs) throw new StepFailed('There is no PostgreSQL 15 or newer here and it cannot be installed.');
  const files = withDatabase().filter(
    (file) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  const env = { ...process.env, POSTGRES_PROGRAMS: programs };
  return runNode(inRoot('test/prove-standbys.ts'), files, { env });
}

/** Measures on the embedded PostgreSQL and on one installed on this machine. */
async function benchLimit(words) {
  await installAndBuild();
  if (!(await findLoadGenerator())) throw new StepFailed('There is no wrk here and it cannot be installed.');
  const measure = (url = '') =>
    runNode(inRoot('bench/limit.ts'), words, { env: { ...process.env, BENCH_DATABASE_URL: url } });
  const embedded = await measure();
  const programs = await findPostgres();
  if (embedded !== 0 || !programs) return embedded;
  const server = await startPostgres(programs, { isSafe: true });
  try {
    return await measure(server.url);
  } finally {
    await server.stop();
  }
}

/** Several nodes need a PostgreSQL server, because an embedded database serves only one. */
async function benchNodes() {
  if (!(await findLoadGenerator()) || !(await findProxy()))
    throw new StepFailed('There is no wrk or no nginx here, and it cannot be installed.');
  return benchOnPostgres('nodes', []);
}

/** Uses the PostgreSQL of BENCH_DATABASE_URL, which keeps its data for the next run, else a temporary one. */
async function benchOnPostgres(name, words) {
  await installAndBuild();
  const measure = (env) => runNode(inRoot(`bench/${name}.ts`), words, { env });
  if (process.env.BENCH_DATABASE_URL) return measure(process.env);
  const programs = await findPostgres();
  if (!programs) throw new StepFailed('There is no PostgreSQL 15 or newer here and it cannot be installed.');
  const server = await startPostgres(programs, { isSafe: true });
  try {
    return await measure({ ...process.env, BENCH_DATABASE_URL: server.url });
  } finally {
    await server.stop();
  }
}

async function withBrowser() {
  const browser = await findBrowser();
  if (!browser) throw new StepFailed('No Chromium answers here and none could be installed.');
  return { ...process.env, PLAYWRIGHT_CHROMIUM_PATH: browser };
}

async function main([verb, ...args]) {
  if (!Object.hasOwn(verbs, verb ?? '')) {
    throw new StepFailed(
      `Usage: node tools/run.mjs VERB, where VERB is one of ${Object.keys(verbs).join(', ')}.`,
      2,
    );
  }
  endTogether();
  if (!isRightNode()) return runOnRightNode([inRoot('tools/run.mjs'), verb, ...args]);
  // All programs started from here cache their compiled modules, which starts the server a fifth faster.
  process.env.NODE_COMPILE_CACHE ??= inRoot('node_modules/.cache/node');
  const quickImports = `--import=${pathToFileURL(inRoot('tools/quick-imports.mjs'))}`;
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, quickImports].filter(Boolean).join(' ');
  return verbs[verb](args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  if (error.message) console.error(error.message);
  process.exitCode = error.code;
}
