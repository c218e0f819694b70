import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, withDatabase } from '../../test/database.ts';
import { urlOf } from '../../test/database-url.ts';
import { isDatabaseUnavailable } from '../http/errors.ts';
import { openDatabase, type Connection, type Database } from './open.ts';

const database: Database = withDatabase();

const pidOf = async (db: Pick<Database['db'], 'execute'>): Promise<number> => {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return rows[0]!.pid;
};

/** Ends connections as a restart of the server does, and waits until they are gone. */
async function terminate(...pids: number[]) {
  const client = database.newClient();
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]);
  const left = async () =>
    (await client.query('select 1 from pg_stat_activity where pid = any($1::int[])', [pids])).rows.length;
  while ((await left()) > 0) await sleep(10);
  await client.end();
  // The pool notices in a later turn of the event loop.
  await sleep(20);
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('OPS-03 a database that becomes unavailable and returns', () => {
  test('during a transaction: it fails as unavailable, and the process stays', async () => {
    const failure = await failureOf(
      database.db.transaction(async (tx) => {
        await terminate(await pidOf(tx));
        await tx.execute(sql`select 1`);
      }),
    );
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test('before a transaction begins: the pool loses no connection for good', async () => {
    const { pool } = database;
    for (let round = 0; round < pool.options.max; round++) {
      const connect = pool.connect.bind(pool);
      pool.connect = (async () => {
        const client = await connect();
        await terminate(await client.query('select pg_backend_pid() as pid').then(({ rows }) => rows[0].pid));
        return client;
      }) as typeof pool.connect;
      const failure = await failureOf(database.db.transaction((tx) => tx.execute(sql`select 1`)));
      Reflect.deleteProperty(pool, 'connect');
      expect(isDatabaseUnavailable(failure)).toBe(true);
    }
    expect(pool.totalCount).toBeLessThan(pool.options.max);
    expect(
      await database.db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows),
    ).toEqual([{ one: 1 }]);
  });

  test('while connections are idle: the next call gets a working one', async () => {
    const pids = await Promise.all(Array.from({ length: 4 }, () => pidOf(database.db)));
    await terminate(...pids);
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });
});

describe('settings of a connection', () => {
  const settingOf = async (connection: Connection, name: string) => {
    const opened = openDatabase(connection, console.error);
    const listener = opened.newClient();
    await listener.connect();
    const shown = [await opened.pool.query(`show ${name}`), await listener.query(`show ${name}`)];
    await listener.end();
    await opened.close();
    return shown.map(({ rows }) => Object.values(rows[0] as object)[0] as string);
  };

  test('INFRA-12 a day has 24 hours and an hour begins on the hour, whatever the zone of the database server', async () => {
    const { connection, pool, drop } = await createTestDatabase();
    const { rows } = await pool.query<{ name: string }>('select current_database() as name');
    await pool.query(`alter database ${rows[0]?.name} set timezone = 'Australia/Lord_Howe'`);
    expect(await settingOf(connection, 'timezone')).toEqual(['UTC', 'UTC']);
    await drop();
  });

  test('OPS-03 a connection of the pool waits for a lock at most 4 seconds, one for migrations and backups longer', async () => {
    const { connection, pool, drop } = await createTestDatabase();
    expect(await settingOf(connection, 'lock_timeout')).toEqual(['4s', '0']);
    expect(await settingOf(connection, 'statement_timeout')).toEqual(['1min', '0']);
    expect((await settingOf(connection, 'jit'))[0]).toBe('off');
    expect(pool.options.connectionTimeoutMillis).toBeLessThanOrEqual(5_000);
    await drop();
  });

  test('INFRA-12 options in the address of a database stay in force', async () => {
    const { connection, drop } = await createTestDatabase();
    const url = new URL(urlOf(connection));
    url.searchParams.set('options', '-c work_mem=5MB');
    expect(await settingOf(url.href, 'work_mem')).toEqual(['5MB', '5MB']);
    expect(await settingOf(url.href, 'timezone')).toEqual(['UTC', 'UTC']);
    await drop();
  });
});
