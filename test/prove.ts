import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { strToU8, zipSync } from 'fflate';
import { call } from '../contract/call.ts';
import { documents } from '../contract/documents.ts';
import type { ImportReport } from '../contract/document-imports.ts';
import { accounts } from '../contract/accounts.ts';
import type { Args, Endpoint } from '../contract/endpoint.ts';
import { jobs } from '../contract/jobs.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { proveBackups } from './prove-backups.ts';
import { proveFlood } from './prove-flood.ts';
import { proveFullDisk } from './prove-full-disk.ts';
import { proveLine } from './prove-line.ts';
import { proveRecovery } from './prove-recovery.ts';
import { proveRoundTrip } from './prove-round-trip.ts';
import { proveTyping } from './prove-typing.ts';
import { proveUpgrade } from './prove-upgrade.ts';

/**
 * Proofs that take too long for every change: the product is killed at random moments, again and again, and what it had
 * answered must be there afterwards. `npm run prove -- ROUNDS` (20 where it is left out), with names of proofs for these alone
 * (`npm run prove -- 20 typing`); PROVE_KILLS says how often somebody who types is cut off (200 where it is left out),
 * PROVE_SEQUENCES how many lives an account leads (10,000), PROVE_CORPORA which zips of markdown, by their paths with commas
 * between, go out and come back. `line` makes networks of its own: Linux, iproute2 and the right to do so;
 * `full-disk` mounts a disk of its own: Linux, util-linux and the right to do so; `upgrade` needs an installed PostgreSQL
 * that is older than the embedded one. `hostile-calls` sends every call 200 requests
 * from its schema, `hostile-parsers` gives every parser 400 texts of up to 200,000 characters. `flood` sends 2,000 sign-ins a
 * second, slow clients and a thousand event streams while somebody reads.
 */
const ROUNDS = Number(process.argv[2] ?? 20);
const KILLS = Number(process.env['PROVE_KILLS'] ?? 200);
const SEQUENCES = Number(process.env['PROVE_SEQUENCES'] ?? 10_000);
const CORPORA = (process.env['PROVE_CORPORA'] ?? '').split(',').filter(Boolean);
const PORT = '3987';
const URL = `http://127.0.0.1:${PORT}`;
const PERSON = { email: 'ann@example.com', password: 'Tr4verse!Kelp#Moon' };
const PAGES = 1_200;

/** Ended with the proofs, also where one fails. */
const running = new Set<ChildProcess>();

let cookie = '';
const send = (path: string, init: RequestInit) => {
  const headers = { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) };
  return fetch(URL + path, { ...init, headers, signal: init.signal ?? AbortSignal.timeout(20_000) });
};
const ask = <E extends Endpoint>(endpoint: E, args: Args<E> & { file?: File }) => call(endpoint, args, send);

async function start(dataDir: string): Promise<ChildProcess> {
  const settings = {
    DATA_DIR: dataDir,
    PORT,
    LOG_LEVEL: 'fatal',
    ADMIN_EMAIL: PERSON.email,
    ADMIN_PASSWORD: PERSON.password,
  };
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('Ops Hub is ready')) return child;
  throw new Error('the product did not start');
}

async function kill(child: ChildProcess) {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function signIn() {
  const answer = await send(accounts.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(PERSON),
  });
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Saves one document as fast as it goes until the product dies; returns the last version that was answered. */
async function saveUntilDead(id: string): Promise<{ saved: number; text: string }> {
  let last = { saved: 0, text: '' };
  for (let n = 0; ; n++) {
    const text = `Text ${n} of ${id}`;
    try {
      last = {
        saved: (await ask(documents.update, { params: { id }, body: { content: text } })).version,
        text,
      };
    } catch {
      // The kill cut this one off: it may or may not have been stored, but it was not answered.
      return last;
    }
  }
}

async function proveSaves(dataDir: string) {
  let answered = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const child = await start(dataDir);
    await signIn();
    const ids = await Promise.all(
      Array.from(
        { length: 4 },
        async () => (await ask(documents.create, { body: { title: 'Kept', content: 'First' } })).id,
      ),
    );
    const writers = ids.map(saveUntilDead);
    await pause(200 + Math.random() * 600);
    await kill(child);
    const lasts = await Promise.all(writers);
    const again = await start(dataDir);
    for (const [n, id] of ids.entries()) {
      const versions = await ask(documents.versions, { params: { id } });
      const { saved = 0, text = '' } = lasts[n] ?? {};
      answered += saved;
      const numbers = versions.map(({ version }) => version);
      const gapless = numbers.every((number, index) => number === numbers.length - index);
      const kept =
        saved === 0 || versions.some(({ version, content }) => version === saved && content === text);
      if (!gapless || !kept)
        throw new Error(`round ${round}: version ${saved} of ${id} is lost or a version is missing`);
    }
    await kill(again);
  }
  console.log(`saves: ${answered} answered over ${ROUNDS} kills, 0 lost, no gap in any version list`);
}

async function proveImports(dataDir: string) {
  let kills = 0;
  for (let round = 0; round < Math.ceil(ROUNDS / 4); round++) {
    const pages = Array.from({ length: PAGES }, (_, n) => [
      `round-${round}/page-${n}.md`,
      strToU8(`# Page ${n}\n\n[next](page-${n + 1}.md)`),
    ]);
    const file = new File(
      [new Uint8Array(zipSync(Object.fromEntries(pages) as Record<string, Uint8Array>))],
      'pages.zip',
    );
    let child = await start(dataDir);
    await signIn();
    const before = (await ask(documents.facets, {})).types.reduce((sum, { count }) => sum + count, 0);
    const { jobId } = await ask(documents.import, { file });
    for (let n = 0; n < 3; n++) {
      await pause(100 + Math.random() * 500);
      await kill(child);
      kills++;
      child = await start(dataDir);
    }
    let job = await ask(jobs.find, { params: { id: jobId } });
    while (job.state === 'waiting' || job.state === 'running') {
      await pause(200);
      job = await ask(jobs.find, { params: { id: jobId } });
    }
    const after = (await ask(documents.facets, {})).types.reduce((sum, { count }) => sum + count, 0);
    const { created } = job.result as ImportReport;
    if (created !== PAGES || after - before !== PAGES)
      throw new Error(`round ${round}: ${created} reported, ${after - before} there`);
    await kill(child);
  }
  console.log(`imports: ${kills} kills, every page there once, every report right`);
}

/** The sequences of calls of `npm test`, many more of them. */
/** Runs one test file with more cases than `npm test` does, by a seed of its own. */
async function proveByTest(file: string, settings: Record<string, string>) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', file];
  const seed = process.env['TEST_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31));
  const env = { ...process.env, ...settings, TEST_SEED: seed };
  const [code] = await once(spawn(process.execPath, vitest, { env, stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`${file} failed (TEST_SEED=${seed})`);
  console.log(`${file}: ${Object.entries(settings).join(' ')}, nothing failed`);
}

async function proveCorpora(dataDir: string) {
  const product = { ask, send, start, signIn, kill };
  for (const zip of CORPORA) await proveRoundTrip(product, dataDir, zip);
}

const { folder, remove } = await openTemporaryFolder();
try {
  // Signs in at the first start, whose session outlives all that follow.
  const first = await start(folder);
  await signIn();
  await kill(first);
  const product = { url: URL, cookie: () => cookie, start: () => start(folder), kill, ask };
  const proofs: Record<string, () => Promise<void>> = {
    lifecycle: () =>
      proveByTest('server/accounts/administration/lifecycle.test.ts', {
        LIFECYCLE_SEQUENCES: String(SEQUENCES),
      }),
    'hostile-calls': () => proveByTest('server/http/hostile-calls.test.ts', { HOSTILE_CALLS: '200' }),
    'hostile-parsers': () => proveByTest('test/hostile-parsers.test.ts', { HOSTILE_TEXTS: '400' }),
    line: proveLine,
    'full-disk': proveFullDisk,
    flood: () => proveFlood(product, folder),
    typing: () => proveTyping(product, folder, KILLS),
    saves: () => proveSaves(folder),
    imports: () => proveImports(folder),
    backups: () => proveBackups(product, folder, Math.ceil(ROUNDS / 4)),
    recovery: () => proveRecovery(Math.ceil((ROUNDS || 20) / 4)),
    upgrade: proveUpgrade,
    corpora: () => proveCorpora(folder),
  };
  const chosen = Object.keys(proofs).filter((name) => process.argv.includes(name));
  for (const [name, prove] of Object.entries(proofs))
    if (chosen.length === 0 || chosen.includes(name)) await prove();
  const last = await start(folder);
  last.kill('SIGTERM');
  await once(last, 'exit');
} finally {
  await Promise.all([...running].map(kill));
  await remove();
}
