import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { PASSWORD } from '../test/factories.ts';
import { freePort } from '../test/free-port.ts';
import { startObjectStore } from '../test/object-store.ts';
import { admin, aFolder, aUsedFolder, runProduct, signIn, startProduct } from '../test/product-processes.ts';

vi.setConfig({ testTimeout: 120_000 });

const [OURS, OTHER] = ['o'.repeat(32), 'x'.repeat(32)];

/** A database for nodes in separate processes. This process has no connection to it. */
async function aDatabase(): Promise<string> {
  const { connection, drop } = await createTestDatabase();
  onTestFinished(drop);
  if (typeof connection === 'string') return connection;
  const { host, port, user, password, database } = connection;
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

type Settings = Record<string, string>;

async function stopped({ child, ended }: Awaited<ReturnType<typeof startProduct>>) {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** The one line that a node prints if it refuses to start. */
async function refusal(settings: Settings): Promise<string> {
  const run = runProduct({ ...admin, PORT: await freePort(), ...settings });
  expect(await run.ended).toBe(1);
  const lines = run.output().trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

async function adopt(settings: Settings, part: string) {
  const run = runProduct(settings, 'server/commands/adopt.ts', part);
  return { code: await run.ended, text: run.output().trim() };
}

const post = async (url: string, path: string, body: object, cookie = '') =>
  fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });

/** Enables the administrator's second factor and returns its secret. */
async function withSecondFactor(url: string): Promise<string> {
  const cookie = await signIn(url);
  const { secret } = (await (await post(url, '2fa/setup', {}, cookie)).json()) as { secret: string };
  const code = generateSync({ secret });
  expect((await post(url, '2fa/enable', { code }, cookie)).status).toBe(200);
  return secret;
}

const login = (url: string) => post(url, 'login', { email: admin.ADMIN_EMAIL, password: PASSWORD });

async function secondStep(url: string, secret: string): Promise<number> {
  const first = await login(url);
  expect(await first.json()).toEqual({ twoFactorRequired: true });
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  // Enabling used the current code. The code of the next half minute is valid already.
  const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
  return (await post(url, '2fa/verify', { code }, cookie)).status;
}

test('OPS-02 OPS-05 a second node with another secret, or with one of its own, prints the reason and does not start', async () => {
  const DATABASE_URL = await aDatabase();
  const objects = await startObjectStore();
  onTestFinished(() => objects.stop());
  const shared = { DATABASE_URL, ...objects.settings };
  const node = async () => ({ ...shared, DATA_DIR: await aFolder() });
  const first = await startProduct({ ...(await node()), SESSION_SECRET: OURS });
  for (const settings of [{ ...(await node()), SESSION_SECRET: OTHER }, await node()])
    expect(await refusal(settings)).toMatch(/^SESSION_SECRET: .*npm run adopt -- secret/);
  const secret = await withSecondFactor(first.url);
  const second = await startProduct({ ...(await node()), SESSION_SECRET: OURS });
  expect(await secondStep(second.url, secret)).toBe(200);
});

test('OPS-02 OPS-05 a second node with a separate store prints the reason and does not start; one that shares it starts', async () => {
  const DATABASE_URL = await aDatabase();
  const [one, two] = [await aFolder(), await aFolder()];
  const shared = { DATABASE_URL, SESSION_SECRET: OURS };
  await startProduct({ ...shared, DATA_DIR: one });
  expect(await refusal({ ...shared, DATA_DIR: two })).toMatch(/^S3_BUCKET: .*npm run adopt -- store/);
  const objects = await startObjectStore();
  onTestFinished(() => objects.stop());
  const inBucket = { ...shared, ...objects.settings, DATA_DIR: await aFolder() };
  expect(await refusal(inBucket)).toMatch(/^S3_BUCKET: /);
  await startProduct({ ...shared, DATA_DIR: one });
});

test('OPS-02 a node starts again, its images can move with their folder, and it adopts another store on request', async () => {
  const DATABASE_URL = await aDatabase();
  const [one, two, three] = [await aFolder(), await aFolder(), await aFolder()];
  const shared = { DATABASE_URL, SESSION_SECRET: OURS };
  await stopped(await startProduct({ ...shared, DATA_DIR: one }));
  await cp(join(one, 'objects'), join(two, 'objects'), { recursive: true });
  const moved = await startProduct({ ...shared, DATA_DIR: two });
  const empty = { ...shared, DATA_DIR: three };
  expect(await adopt(empty, 'store')).toEqual({
    code: 1,
    text: 'Ops Hub is running. Stop every node first.',
  });
  await stopped(moved);
  expect(await refusal(empty)).toMatch(/^S3_BUCKET: /);
  expect(await adopt(empty, 'store')).toMatchObject({ code: 0 });
  await stopped(await startProduct(empty));
  expect(await refusal({ ...shared, DATA_DIR: two })).toMatch(/^S3_BUCKET: /);
});

test('OPS-05 AUTH-24 refuses a changed secret; with the former one second factors keep working', async () => {
  const DATA_DIR = await aUsedFolder();
  const first = await startProduct({ DATA_DIR });
  const secret = await withSecondFactor(first.url);
  await stopped(first);
  const changed = { DATA_DIR, SESSION_SECRET: OURS };
  expect(await refusal(changed)).toMatch(/^SESSION_SECRET: /);
  // The old secret is still in DATA_DIR/secret.
  expect((await adopt(changed, 'secret')).text).toContain(
    'Second factors: 1 go on, 0 had to be switched off',
  );
  await stopped(await startProduct(changed));
  const again = { DATA_DIR, SESSION_SECRET: OTHER };
  const wrong = await adopt({ ...again, OLD_SESSION_SECRET: 'y'.repeat(32) }, 'secret');
  expect(wrong).toMatchObject({ code: 1, text: expect.stringMatching(/^OLD_SESSION_SECRET: /) });
  expect((await adopt({ ...again, OLD_SESSION_SECRET: OURS }, 'secret')).text).toContain('1 go on');
  const { url } = await startProduct(again);
  expect(await secondStep(url, secret)).toBe(200);
});

test('OPS-05 AUTH-24 without the former secret, second factors are disabled and their owners notified', async () => {
  const DATA_DIR = await aUsedFolder();
  const first = await startProduct({ DATA_DIR });
  await withSecondFactor(first.url);
  await stopped(first);
  await rm(join(DATA_DIR, 'secret'));
  expect(await refusal({ DATA_DIR })).toMatch(/^SESSION_SECRET: /);
  expect(await adopt({ DATA_DIR }, 'both')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^Usage: npm run adopt/),
  });
  expect((await adopt({ DATA_DIR }, 'secret')).text).toContain('0 go on, 1 had to be switched off');
  const { url } = await startProduct({ DATA_DIR });
  expect(await (await login(url)).json()).toMatchObject({ email: admin.ADMIN_EMAIL });
  const headers = { cookie: await signIn(url) };
  const entries = await (await fetch(`${url}/api/admin/audit?limit=50`, { headers })).text();
  expect(entries).toContain('account.disable-two-factor');
  expect(entries).toContain('system.adopt');
  await vi.waitFor(async () => {
    const mails = await readdir(join(DATA_DIR, 'outbox'));
    const texts = await Promise.all(mails.map((name) => readFile(join(DATA_DIR, 'outbox', name), 'utf8')));
    expect(texts.join('')).toContain('two-factor authentication was switched off');
  }, 20_000);
});

test('OPS-04 a restored backup starts in another place, with its secret and its images', async () => {
  const [DATA_DIR, files, other] = [await aUsedFolder(), await aFolder(), await aFolder()];
  const first = await startProduct({ DATA_DIR });
  const secret = await withSecondFactor(first.url);
  await stopped(first);
  const zip = join(files, 'hub.zip');
  expect(await runProduct({ DATA_DIR }, 'server/commands/backup.ts', zip).ended).toBe(0);
  expect(await runProduct({ DATA_DIR: other }, 'server/commands/restore.ts', zip).ended).toBe(0);
  expect(await readFile(join(other, 'secret'), 'utf8')).toBe(
    await readFile(join(DATA_DIR, 'secret'), 'utf8'),
  );
  const { url } = await startProduct({ DATA_DIR: other });
  expect(await secondStep(url, secret)).toBe(200);
});
