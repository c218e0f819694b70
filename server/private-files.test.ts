import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { system } from '../contract/calls/system.ts';
import { freePort } from '../test/free-port.ts';
import { admin, aFolder, runProduct, signIn } from '../test/product-processes.ts';
import { isRoot } from './db/embedded/account.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Preload that gives the process a usual umask, whatever the one of this test is. */
const OPEN = `--import=data:text/javascript,process.umask(0o022)`;

/** Files and folders that another account can read, with their modes. */
function readableIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/postgres') && (statSync(path).mode & 0o077) !== 0)
    .map((path) => `${path} ${(statSync(path).mode & 0o777).toString(8)}`);
}

/** As root, the account of the database passes through the folder, but lists nothing. */
const closed = isRoot() ? 0o711 : 0o700;
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('F9 OPS-05 no other account reads what the product writes, nor what an earlier one wrote openly', async () => {
  const parent = await aFolder();
  const DATA_DIR = join(parent, 'data');
  // As an earlier release left it.
  mkdirSync(join(DATA_DIR, 'outbox'), { recursive: true });
  mkdirSync(join(DATA_DIR, 'objects/images'), { recursive: true });
  for (const name of ['outbox/old.eml', 'objects/images/1.png']) writeFileSync(join(DATA_DIR, name), '');
  for (const name of ['', 'outbox', 'objects', 'objects/images']) chmodSync(join(DATA_DIR, name), 0o755);
  for (const name of ['outbox/old.eml', 'objects/images/1.png']) chmodSync(join(DATA_DIR, name), 0o644);

  const settings = { DATA_DIR, NODE_OPTIONS: OPEN };
  const server = runProduct({ ...settings, ...admin, PORT: await freePort() });
  const url = await server.waitForOutput(/^Ops Hub is ready at (.*)$/m);
  const headers = { cookie: await signIn(url) };
  const sent = await fetch(url + system.testMail.path, { method: 'POST', headers });
  expect(sent.status).toBe(202);
  await vi.waitFor(
    () =>
      expect(readdirSync(join(DATA_DIR, 'outbox')).filter((name) => name.endsWith('.eml'))).toHaveLength(2),
    {
      timeout: 30_000,
    },
  );
  expect(readableIn(DATA_DIR)).toEqual([]);
  expect([modeOf(parent), modeOf(DATA_DIR)]).toEqual([0o755, closed]);
  server.child.kill('SIGTERM');
  await server.ended;

  const backup = join(parent, 'hub.zip');
  for (const command of [
    ['backup', backup],
    ['export', join(parent, 'export.zip')],
    ['restore', '--force', backup],
  ]) {
    const [name, ...rest] = command;
    const run = runProduct(settings, `server/commands/${name}.ts`, ...rest);
    expect([await run.ended, run.output()]).toEqual([0, expect.any(String)]);
  }
  expect(readableIn(parent).filter((path) => !path.startsWith(`${DATA_DIR} `))).toEqual([]);
  expect(modeOf(DATA_DIR)).toBe(closed);
  // The database is still in DATA_DIR, not moved to where its account may go.
  expect(lstatSync(join(DATA_DIR, 'postgres')).isDirectory()).toBe(true);
});
