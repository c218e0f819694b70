import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { connectionOfRunning } from '../server/db/embedded/embedded.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';

/**
 * Runs the product on a disk of 400 MB. Fills the disk in steps until PostgreSQL stops, then empties it. Does the same
 * with all space or all inodes gone at once.
 */
const SIZE = '400m';
const INODES = 8_000;
/** Saves at once, right after the disk became full. */
const SAVES = 20;
const MB = 1024 ** 2;
const LIMIT_MS = 60_000;
const PERSON = { email: 'ann@example.com', password: 'Tr4verse!Kelp#Moon' };

const { folder: disk, remove } = await openTemporaryFolder();
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},nr_inodes=${INODES},mode=755`, 'tmpfs', disk]);
const dataDir = join(disk, 'data');
const fillers = join(disk, 'fillers');
await mkdir(fillers);

const PORT = await freePort();
const settings = { DATA_DIR: dataDir, PORT, LOG_LEVEL: 'silent', CHECK_INTERVAL_SECONDS: '0' };
const administrator = { ADMIN_EMAIL: PERSON.email, ADMIN_PASSWORD: PERSON.password };
const product = spawn(process.execPath, ['server/main.ts'], {
  env: { ...process.env, ...settings, ...administrator },
  stdio: ['ignore', 'pipe', 'inherit'],
});

type Answer = { status: number; text: string };
let cookie = '';
async function ask(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
  return { status: answer.status, text: await answer.text() };
}
/** Needs new pages of its tables. */
const LONG = { title: 'Long', content: randomBytes(300_000).toString('base64') };
const save = () => ask('/api/documents', { title: 'Kept', content: 'Text' });
const list = () => ask('/api/documents?limit=1');

/** Waits for a response with this status and these words. */
async function expectAnswer(name: string, call: () => ReturnType<typeof ask>, status: number, words = '') {
  const until = performance.now() + LIMIT_MS;
  for (;;) {
    const answer = await call();
    if (answer.status === status && answer.text.includes(words)) break;
    if (performance.now() > until) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    await wait(500);
  }
  console.log(`full-disk: ${name}: ${status} ${words}`);
}

/** Makes a document, for a later deletion. */
const aDocument = async () => (JSON.parse((await save()).text) as { id: string }).id;
const removal = (id: string) => ask(`/api/documents/${id}`, undefined, 'DELETE');

/** Takes all inodes. */
async function takeInodes() {
  const { ffree } = await statfs(disk);
  await mkdir(fillers, { recursive: true });
  const names = Array.from({ length: ffree }, (_, n) => join(fillers, `inode-${n}`));
  for (const name of names) await writeFile(name, '').catch(() => undefined);
}

/**
 * The disk is full before the product has measured it. Every save is refused with 507 from the first on, nothing else
 * answers 500, and deleting and sign-in work.
 */
async function proveFullAtOnce(name: string, fill: () => Promise<unknown>) {
  await expectAnswer('a save', save, 201);
  await wait(10_000);
  const doomed = await aDocument();
  await fill();
  const saves = await Promise.all(Array.from({ length: SAVES }, () => ask('/api/documents', LONG)));
  const statuses = Map.groupBy(saves, ({ status }) => status);
  for (const [status, answers] of statuses)
    console.log(
      `full-disk: ${name}: ${answers.length} saves ${status} ${status === 507 ? '' : answers[0]?.text}`,
    );
  if ([...statuses.keys()].some((status) => status !== 507))
    throw new Error(`${name}: a save was not refused with 507`);
  await expectAnswer(`${name}: a deletion`, () => removal(doomed), 204);
  await expectAnswer(`${name}: sign-in`, () => ask('/api/auth/login', PERSON), 200);
  await expectAnswer(`${name}: a list`, list, 200, 'Kept');
  await rm(fillers, { recursive: true });
  await mkdir(fillers);
  await expectAnswer(`${name}: a save once there is space`, save, 201);
}

/** Leaves this many MB free. */
async function leave(megabytes: number) {
  const { bavail, bsize } = await statfs(disk);
  const bytes = bavail * bsize - megabytes * MB;
  execFileSync('fallocate', ['-l', String(bytes), join(fillers, String(megabytes))]);
}

/** Makes PostgreSQL write its log until the disk is full. */
async function stopPostgres() {
  const client = new pg.Client((await connectionOfRunning(dataDir)) ?? {});
  client.on('error', () => undefined);
  await client.connect();
  const write = () => client.query(`select pg_logical_emit_message(true, 'x', repeat('x', 1000000))`);
  for (let n = 0; n < 500 && (await write().then(Boolean, () => false)); n += 1);
  await client.end().catch(() => undefined);
}

try {
  for await (const line of createInterface({ input: product.stdout }))
    if (line.startsWith('Ops Hub is ready')) break;
  await expectAnswer('sign-in', () => ask('/api/auth/login', PERSON), 200);
  await expectAnswer('a save', save, 201);
  // The reserve is written beside the start.
  const reserve = () => readdir(join(dataDir, 'postgres/reserve')).catch(() => []);
  while ((await reserve()).length < 48) await wait(100);
  await wait(1_000);
  await leave(30);
  await expectAnswer('warned at 30 MB', () => ask('/api/notifications'), 200, 'nearly full');
  await expectAnswer('a save', save, 201);
  await leave(10);
  await expectAnswer('a save at 10 MB', save, 507, 'disk of Ops Hub is full');
  await expectAnswer('/readyz', () => ask('/readyz'), 200, 'disk of Ops Hub is full');
  await expectAnswer('a list', list, 200, 'Kept');
  await expectAnswer('sign-in', () => ask('/api/auth/login', PERSON), 200);
  await leave(0);
  await stopPostgres();
  await expectAnswer('/readyz once PostgreSQL stopped', () => ask('/readyz'), 503, 'its disk is full');
  // Longer than five retries take.
  await wait(15_000);
  await rm(fillers, { recursive: true });
  await expectAnswer('/readyz once there is space', () => ask('/readyz'), 200, '{"status":"ready"}');
  await expectAnswer('a list', list, 200, 'Kept');
  await mkdir(fillers);
  await proveFullAtOnce('no space left', () => leave(0));
  await proveFullAtOnce('no inodes left', takeInodes);
} finally {
  product.kill('SIGTERM');
  if (product.exitCode === null) await once(product, 'exit');
  execFileSync('umount', [disk]);
  await remove();
}
