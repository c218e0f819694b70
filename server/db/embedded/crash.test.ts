import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { fillWithDatabase } from '../../../test/used-folders.ts';
import { startEmbedded } from './embedded.ts';
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
import { waitUntil } from '../wait-until.ts';

const at = withDataDir();
const { lines, log } = at;
let home: string;
beforeEach(() => {
  home = join(at.dataDir, 'postgres');
});

/** Starts a process with the database in at.dataDir, and 100 rows that it acknowledged. */
async function hostWithRows() {
  await fillWithDatabase(at.dataDir);
  const host = runNode(hostScript(at.dataDir));
  const connection = JSON.parse(await host.nextLine()) as Connection;
  await rowsOf(connection, 'CREATE TABLE kept (n int)');
  await rowsOf(connection, 'INSERT INTO kept SELECT generate_series(1, 100)');
  return host;
}

async function countOfRows(connection: Connection): Promise<unknown> {
  return (await rowsOf(connection, 'SELECT count(*)::int AS count FROM kept'))[0]?.['count'];
}

function untilLogged(text: string, times = 1): Promise<boolean> {
  return waitUntil(() => lines.filter((line) => line.includes(text)).length >= times, {
    limitMs: 15_000,
    everyMs: 20,
  });
}

test('OPS-03 after kill -9 of Node the next start ends the remaining PostgreSQL, and has every row', async () => {
  const host = await hostWithRows();
  host.child.kill('SIGKILL');
  await host.ended;
  const orphan = await postmasterPid(home);
  expect(await isRunning(orphan)).toBe(true);

  const database = await startEmbedded({ dataDir: at.dataDir, log });
  const count = await countOfRows(database.connection);
  const successor = await postmasterPid(home);
  await database.stop();

  expect(lines).toEqual([`Stopping the PostgreSQL (process ${orphan}) that an earlier run left behind.`]);
  expect(count).toBe(100);
  expect(successor).not.toBe(orphan);
  expect(await isRunning(orphan)).toBe(false);
  expect(await isRunning(successor)).toBe(false);
});

test('ends a remaining PostgreSQL also if DATA_DIR was moved', async () => {
  const parent = at.dataDir;
  at.dataDir = join(parent, 'before');
  home = join(at.dataDir, 'postgres');
  const host = await hostWithRows();
  const orphan = await postmasterPid(home);
  host.child.kill('SIGKILL');
  await host.ended;
  await rename(at.dataDir, join(parent, 'after'));

  const database = await startEmbedded({ dataDir: join(parent, 'after'), log });
  const count = await countOfRows(database.connection);
  await database.stop();

  expect(count).toBe(100);
  expect(await isRunning(orphan)).toBe(false);
});

test('OPS-03 after kill -9 of both the next start recovers every row', async () => {
  const host = await hostWithRows();
  const orphan = await postmasterPid(home);
  host.child.kill('SIGKILL');
  process.kill(orphan, 'SIGKILL');
  await host.ended;

  const database = await startEmbedded({ dataDir: at.dataDir, log });
  const count = await countOfRows(database.connection);
  await database.stop();

  expect(count).toBe(100);
});

test('a process id in postmaster.pid that now belongs to another process does not prevent the start', async () => {
  const host = await hostWithRows();
  const orphan = await postmasterPid(home);
  host.child.kill('SIGKILL');
  process.kill(orphan, 'SIGKILL');
  await Promise.all([host.ended, hasEnded(orphan)]);
  const { uid, gid } = await stat(home);
  const bystander = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
  const files = [join(home, '18/postmaster.pid'), join(home, '.s.PGSQL.5432.lock')];
  for (const file of files) {
    const content = await readFile(file, 'utf8');
    await writeFile(file, content.replace(/^\d+/, String(bystander.pid)));
  }

  const database = await startEmbedded({ dataDir: at.dataDir, log });
  const count = await countOfRows(database.connection);
  await database.stop();

  expect(count).toBe(100);
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  bystander.kill();
  await once(bystander, 'exit');
});

test('OPS-03 restarts a PostgreSQL that is killed under a running Node, with every row', async () => {
  await fillWithDatabase(at.dataDir);
  const database = await startEmbedded({ dataDir: at.dataDir, log });
  await rowsOf(database.connection, 'CREATE TABLE kept AS SELECT generate_series(1, 100) AS n');
  process.kill(await postmasterPid(home), 'SIGKILL');

  expect(await untilLogged('PostgreSQL runs again.')).toBe(true);
  const count = await countOfRows(database.connection);
  const successor = await postmasterPid(home);
  await database.stop();

  expect(lines).toEqual([
    'PostgreSQL ended unexpectedly (SIGKILL). Starting it again.',
    'PostgreSQL runs again.',
  ]);
  expect(count).toBe(100);
  expect(await isRunning(successor)).toBe(false);
});

test('restarts a PostgreSQL that is killed while a session works once that session is over', async () => {
  await fillWithDatabase(at.dataDir);
  const database = await startEmbedded({ dataDir: at.dataDir, log });
  const [{ data_directory: folder } = {}] = await rowsOf(database.connection, 'SHOW data_directory');
  // Works until this file exists. A session that only waits would notice the end of its server.
  const busy = rowsOf(
    database.connection,
    `DO $$ BEGIN WHILE (pg_stat_file('enough', true)).size IS NULL LOOP
    PERFORM sum(sqrt(n)) FROM generate_series(1, 10000) AS n; END LOOP; END $$`,
  ).catch(() => 'cut off');
  await waitUntil(
    async () => {
      const sessions = await rowsOf(
        database.connection,
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'DO %' AND state = 'active'`,
      );
      return sessions.length > 0;
    },
    { limitMs: 5_000, everyMs: 10 },
  );
  process.kill(await postmasterPid(home), 'SIGKILL');

  expect(await untilLogged('Waiting for the last sessions of a PostgreSQL that was killed.')).toBe(true);
  await writeFile(join(String(folder), 'enough'), 'enough');
  expect(await untilLogged('PostgreSQL runs again.')).toBe(true);
  await busy;
  await database.stop();
});

test.each([0, 250])('a stop while PostgreSQL restarts leaves no process (after %i ms)', async (afterMs) => {
  await fillWithDatabase(at.dataDir);
  const database = await startEmbedded({ dataDir: at.dataDir, log });
  const pid = await postmasterPid(home);
  process.kill(pid, 'SIGKILL');
  await untilLogged('Starting it again.');
  await sleep(afterMs);

  await database.stop();

  // A stopped postmaster deletes its pid file. A killed one leaves it.
  expect(await isRunning(await postmasterPid(home).catch(() => pid))).toBe(false);
  await (await startEmbedded({ dataDir: at.dataDir, log })).stop();
});

test('OPS-03 restarts a PostgreSQL that ends six times within a minute each time', async () => {
  await fillWithDatabase(at.dataDir);
  const database = await startEmbedded({ dataDir: at.dataDir, log, firstPauseMs: 20 });
  for (let times = 1; times <= 6; times += 1) {
    process.kill(await postmasterPid(home), 'SIGKILL');
    expect(await untilLogged('PostgreSQL runs again.', times)).toBe(true);
  }
  expect(await rowsOf(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(database.problem()).toBeUndefined();
  await database.stop();
});

test('OPS-03 a PostgreSQL that cannot start gives the reason, and starts once that is fixed', async () => {
  await fillWithDatabase(at.dataDir);
  const database = await startEmbedded({ dataDir: at.dataDir, log, firstPauseMs: 20 });
  const control = join(home, '18/global/pg_control');
  await rename(control, `${control}.away`);
  process.kill(await postmasterPid(home), 'SIGKILL');

  expect(await untilLogged('Next try in', 4)).toBe(true);
  expect(database.problem()).toContain('pg_control');
  const pauses = lines.map((line) => Number(/Next try in ([\d.]+) s/.exec(line)?.[1])).filter(Boolean);
  expect(pauses.slice(0, 4)).toEqual([0.04, 0.08, 0.16, 0.32]);

  await rename(`${control}.away`, control);
  expect(await untilLogged('PostgreSQL runs again.')).toBe(true);
  expect(database.problem()).toBeUndefined();
  await database.stop();
});

test('OPS-01 a first start that is killed midway does not prevent the next one', async () => {
  const killed = runNode(hostScript(at.dataDir));
  const midway = await waitUntil(
    async () => {
      const names = await readdir(home).catch(() => []);
      const unfinished = names.find((name) => name.startsWith('initializing-'));
      return unfinished !== undefined && (await readdir(join(home, unfinished))).includes('base');
    },
    { limitMs: 10_000, everyMs: 5 },
  );
  expect(midway).toBe(true);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(await readdir(home)).not.toContain('18');

  const database = await startEmbedded({ dataDir: at.dataDir, log });
  const rows = await rowsOf(database.connection, 'SELECT 1 AS one');
  await database.stop();

  expect(rows).toEqual([{ one: 1 }]);
  expect((await readdir(home)).sort()).toEqual(['18', 'password']);
});
