import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createCuttableDatabase } from '../../test/database-proxy.ts';
import { createTestDatabase } from '../../test/database.ts';
import { waitUntil } from '../db/wait-until.ts';
import { isDatabaseUnavailable } from '../http/errors.ts';
import { startLive } from './engine.ts';

test('OPS-03 running calls fail when the database stops responding on open connections, and everything recovers', async () => {
  const database = await createCuttableDatabase();
  onTestFinished(() => database.drop());
  const live = await startLive(database, { pingMs: 50, silentMs: 1_500 });
  onTestFinished(() => live.stop());
  // Longer than the limit for silence. A slow query is not idle.
  await database.db.execute(sql`select pg_sleep(2)`);
  const midway = database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    database.silence();
    await tx.execute(sql`select 1`);
  });
  const failure = await midway.catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await database.mend();
  expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  expect(await waitUntil(() => live.isConnected(), { limitMs: 10_000, everyMs: 20 })).toBe(true);
});

test('F12 a frozen database is reported long before its connections are dropped, and again when it goes on', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const live = await startLive(database, { pingMs: 50, lateMs: 200, silentMs: 600_000 });
  onTestFinished(() => live.stop());
  const told: boolean[] = [];
  live.onConnection(() => told.push(live.isConnected()));
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query like 'listen%'`,
  );
  const pid = rows[0]?.pid ?? 0;
  const often = { limitMs: 20_000, everyMs: 20 };
  process.kill(pid, 'SIGSTOP');
  expect(await waitUntil(() => !live.isConnected(), often)).toBe(true);
  process.kill(pid, 'SIGCONT');
  expect(await waitUntil(() => live.isConnected(), often)).toBe(true);
  expect(told).toEqual([false, true]);
});
