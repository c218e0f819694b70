import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fillWithDatabase } from '../../../test/used-folders.ts';
import { connectionOfRunning, startEmbedded } from './embedded.ts';
import { StartRefused } from '../../config.ts';
import {
  hasEnded,
  hostScript,
  isRunning,
  withDataDir,
  postmasterPid,
  rowsOf,
  runNode,
} from '../../../test/embedded-fixture.ts';
import type { Connection } from './connection.ts';

const at = withDataDir();
const { lines, log } = at;

test('OPS-01 the first start creates a database, the next one finds its rows', async () => {
  const first = await startEmbedded({ dataDir: at.dataDir, log });
  await rowsOf(first.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();

  const second = await startEmbedded({ dataDir: at.dataDir, log });
  const rows = await rowsOf(second.connection, 'SELECT answer FROM kept');
  await second.stop();

  expect(rows).toEqual([{ answer: 42 }]);
  expect(lines).toEqual([]);
});

test('the database is in UTF-8 with its own collation, durable, and reachable through its folder only', async () => {
  const database = await startEmbedded({ dataDir: at.dataDir, log });
  const settings = await rowsOf(
    database.connection,
    `
    SELECT current_setting('listen_addresses') AS tcp, current_setting('fsync') AS fsync, current_setting('jit') AS jit,
      current_setting('max_connections')::int AS connections, pg_encoding_to_char(encoding) AS encoding,
      datlocprovider AS provider, datlocale AS locale, current_user AS "user", datname AS name
    FROM pg_database WHERE datname = current_database()`,
  );
  const cased = await rowsOf(database.connection, `SELECT upper('äé') AS upper, 'Z' < 'a' AS by_code_point`);
  await database.stop();

  const reach = { tcp: '', user: 'hub', name: 'ops_hub' };
  const rules = { encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' };
  expect(settings).toEqual([{ ...reach, ...rules, fsync: 'on', jit: 'off', connections: 100 }]);
  expect(cased).toEqual([{ upper: 'ÄÉ', by_code_point: true }]);
});

test('the password is in one closed file, on no command line, and a wrong one is refused', async () => {
  await fillWithDatabase(at.dataDir);
  const { connection, stop } = await startEmbedded({ dataDir: at.dataDir, log });
  const file = join(at.dataDir, 'postgres/password');
  const pid = await postmasterPid(join(at.dataDir, 'postgres'));
  const commandLine = process.platform === 'linux' ? await readFile(`/proc/${pid}/cmdline`, 'utf8') : '';
  const intrusion = rowsOf({ ...connection, password: 'guessed' }, 'SELECT 1');

  await expect(intrusion).rejects.toThrow('password authentication failed');
  await stop();
  expect(await readFile(file, 'utf8')).toBe(connection.password);
  expect(connection.password.length).toBeGreaterThanOrEqual(32);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(commandLine).not.toContain(connection.password);
  expect((await readdir(join(at.dataDir, 'postgres'))).sort()).toEqual(['18', 'password']);
});

test('stop leaves no process, and the folder is free for the next', async () => {
  await fillWithDatabase(at.dataDir);
  const database = await startEmbedded({ dataDir: at.dataDir, log });
  const pid = await postmasterPid(join(at.dataDir, 'postgres'));
  expect(await isRunning(pid)).toBe(true);

  await Promise.all([database.stop(), database.stop()]);

  expect(await isRunning(pid)).toBe(false);
  expect(await connectionOfRunning(at.dataDir)).toBeUndefined();
  expect(await readdir(at.dataDir)).toEqual(['database.lock', 'postgres']);
});

test('a path that is too long for a socket works through a short link, which stop removes', async () => {
  const deep = join(
    at.dataDir,
    'a-rather-long-name-of-a-folder'.repeat(4),
    'and-another-one-below-it'.repeat(4),
  );
  const database = await startEmbedded({ dataDir: deep, log });
  const answer = await rowsOf((await connectionOfRunning(deep)) ?? database.connection, 'SELECT 1 AS one');
  const closed = dirname(database.connection.host);
  const mode = (await stat(closed)).mode & 0o777;
  await database.stop();

  expect(answer).toEqual([{ one: 1 }]);
  expect(Buffer.byteLength(database.connection.host)).toBeLessThan(90);
  expect(mode).toBe(0o700);
  expect(existsSync(closed)).toBe(false);
});

test('the next start removes a stale short link after kill -9', async () => {
  const deep = join(at.dataDir, 'a-rather-long-name-of-a-folder'.repeat(4));
  await fillWithDatabase(deep);
  const killed = runNode(hostScript(deep));
  const { host } = JSON.parse(await killed.nextLine()) as Connection;
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(existsSync(host)).toBe(true);

  const database = await startEmbedded({ dataDir: deep, log });
  await database.stop();

  expect(existsSync(dirname(host))).toBe(false);
});

test('OPS-05 refuses a second process with one line, but gives it the connection on request', async () => {
  await fillWithDatabase(at.dataDir);
  const host = runNode(hostScript(at.dataDir));
  const connection = JSON.parse(await host.nextLine()) as Connection;

  const refusal = await startEmbedded({ dataDir: at.dataDir, log }).catch((error: unknown) => error);
  const found = await connectionOfRunning(at.dataDir);

  expect(refusal).toBeInstanceOf(StartRefused);
  expect((refusal as Error).message).toMatch(
    new RegExp(`^DATA_DIR ${at.dataDir} is in use .*process ${host.pid}`),
  );
  expect(found).toEqual(connection);
  expect(await rowsOf(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  host.child.kill('SIGKILL');
  await host.ended;
  expect(await connectionOfRunning(at.dataDir)).toBeUndefined();
  await (await startEmbedded({ dataDir: at.dataDir, log })).stop();
});

test('runs no database in a folder that does not exist', async () => {
  expect(await connectionOfRunning(join(at.dataDir, 'nothing-here'))).toBeUndefined();
});

test('OPS-03 Ctrl-C in a terminal reaches Node alone, so that running work can finish', async () => {
  await fillWithDatabase(at.dataDir);
  const onInterrupt = `
    const { rowsOf } = await import(here + '/test/embedded-fixture.ts');
    process.once('SIGINT', async () => {
      const [row] = await rowsOf(database.connection, "SELECT 'finished' AS state FROM pg_sleep(0.5)");
      await database.stop();
      console.log(row.state);
      process.exit(0);
    });`;
  const host = runNode(hostScript(at.dataDir, onInterrupt), { detached: true });
  await host.nextLine();
  const pid = await postmasterPid(join(at.dataDir, 'postgres'));

  process.kill(-host.pid, 'SIGINT');

  expect(await host.nextLine()).toBe('finished');
  expect(await host.ended).toBe(0);
  expect(await isRunning(pid)).toBe(false);
});

test('a process that exits without stop ends PostgreSQL', async () => {
  await fillWithDatabase(at.dataDir);
  const host = runNode(hostScript(at.dataDir, `setTimeout(() => { throw new Error('unforeseen'); }, 300);`));
  await host.nextLine();
  const pid = await postmasterPid(join(at.dataDir, 'postgres'));

  expect(await host.ended).not.toBe(0);
  expect(await hasEnded(pid)).toBe(true);
});

test('OPS-05 refuses data of another major version with one line, and leaves it unchanged', async () => {
  const old = join(at.dataDir, 'postgres/13');
  await mkdir(old, { recursive: true });
  await writeFile(join(old, 'PG_VERSION'), '13\n');

  const refusal = startEmbedded({ dataDir: at.dataDir, log });

  await expect(refusal).rejects.toThrow(
    /^The database in .*\/postgres was made by PostgreSQL 13, here is PostgreSQL 18.*decisions\/002/,
  );
  await expect(refusal).rejects.toBeInstanceOf(StartRefused);
  expect(await readdir(join(at.dataDir, 'postgres'))).toEqual(['13']);
});

test('OPS-05 refuses a file in place of the folder with one line', async () => {
  const file = join(at.dataDir, 'data');
  await writeFile(file, '');

  const refusal = startEmbedded({ dataDir: join(file, 'below'), log });

  await expect(refusal).rejects.toBeInstanceOf(StartRefused);
  await expect(refusal).rejects.toThrow(/^The database cannot be kept in DATA_DIR .*ENOTDIR.*$/);
});

test('OPS-05 refuses a data folder that PostgreSQL does not accept with its reason, and leaves no process', async () => {
  await fillWithDatabase(at.dataDir);
  await writeFile(join(at.dataDir, 'postgres/18/global/pg_control'), 'spoilt');

  const refusal = startEmbedded({ dataDir: at.dataDir, log });

  await expect(refusal).rejects.toBeInstanceOf(StartRefused);
  await expect(refusal).rejects.toThrow(/^PostgreSQL does not start in .*\/18: .*(PANIC|FATAL)/);
  expect(await isRunning(await postmasterPid(join(at.dataDir, 'postgres')))).toBe(false);
  expect(await connectionOfRunning(at.dataDir)).toBeUndefined();
});
