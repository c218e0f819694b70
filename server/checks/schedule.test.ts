import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNotNull, sql } from 'drizzle-orm';
import { createTestDatabase } from '../../test/database.ts';
import { actorFor, aUser } from '../../test/factories.ts';
import type { Observation } from '../probe/probe.ts';
import { createLog } from '../log.ts';
import { servers } from '../db/schema.ts';
import { createServers } from '../servers/save.ts';
import { Check } from '../../contract/shared/check.ts';
import { startChecker } from './checker.ts';
import { availabilityOf, takeDueChecks } from './queries.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const log = createLog('silent');
const good: Observation = { outcome: 'good', latencyMs: 1, message: 'fine' };
const check = Check.parse({ kind: 'tcp', target: '127.0.0.1:9', intervalSeconds: 60 });

beforeAll(async () => {
  database = await createTestDatabase();
  const user = await aUser(database.db);
  const inputs = Array.from({ length: 40 }, (_, index) => ({ name: `srv-${index}`, check }));
  await database.db.transaction((tx) => createServers(tx, actorFor(user), inputs, { intervalSeconds: 60 }));
});
afterAll(() => database.drop());

test('INFRA-11 first checks are spread over the interval', async () => {
  const { rows } = await database.pool.query<{ spread: number }>(
    `select extract(epoch from max(next_check_at) - min(next_check_at))::float8 as spread from servers`,
  );
  expect(rows[0]?.spread).toBeGreaterThan(20);
  expect(rows[0]?.spread).toBeLessThanOrEqual(60);
});

test('OPS-02 two nodes run each due check once, and its rhythm stays', async () => {
  // Half an interval from the next turn, so no check becomes due while the test reads, whenever it runs.
  const { rows: set } = await database.pool.query<{ first: Date }>(
    `update servers set next_check_at = (select now() - interval '150 seconds') returning next_check_at as first`,
  );
  const taken = await Promise.all([1, 2, 3, 4].map(() => takeDueChecks(database.db, 15, 60)));
  const ids = taken.flat().map(({ id }) => id);
  expect(ids).toHaveLength(40);
  expect(new Set(ids).size).toBe(40);
  expect(await takeDueChecks(database.db, 100, 60)).toEqual([]);
  const { rows } = await database.pool.query<{ seconds: number; later: boolean }>(
    `select distinct extract(epoch from next_check_at - $1)::float8 as seconds, next_check_at > now() as later from servers`,
    [set[0]?.first],
  );
  expect(rows).toEqual([{ seconds: 180, later: true }]);
});

test('INFRA-11 due checks run without a request, also after a restart; a slow one blocks no other', async () => {
  await database.pool.query(`update servers set next_check_at = now() - interval '1 hour'`);
  const seen: string[] = [];
  let release = () => undefined as void;
  const stuck = new Promise<void>((resolve) => (release = resolve));
  const probe = async (one: Check) => {
    seen.push(one.target);
    if (seen.length === 1) await stuck;
    return good;
  };
  const checker = startChecker(database, { probe, intervalSeconds: 60, listen: async () => 'none' }, log);
  const online = async () =>
    (await database.pool.query<{ n: number }>(`select count(*)::int n from servers where status = 'online'`))
      .rows[0]?.n;
  await expect.poll(online, { timeout: 20_000 }).toBe(39);
  release();
  await expect.poll(online, { timeout: 20_000 }).toBe(40);
  await checker.stop();
  expect(seen).toHaveLength(40);
});

test('INFRA-11 discards a result of a check that was changed meanwhile', async () => {
  const [server] = await database.db
    .execute<{ id: string }>(sql`select id from servers limit 1`)
    .then(({ rows }) => rows);
  const id = server?.id ?? '';
  const checker = startChecker(
    database,
    {
      intervalSeconds: 0,
      listen: async () => 'none',
      probe: async () => {
        await database.pool.query(`update servers set "check" = null where id = $1`, [id]);
        return { outcome: 'bad', latencyMs: null, message: 'old' };
      },
    },
    log,
  );
  expect(await checker.check({ id, check, scrape: null, limits: null })).toBeUndefined();
  const { rows } = await database.pool.query('select last_message from servers where id = $1', [id]);
  expect(rows).toEqual([{ last_message: 'fine' }]);
  await checker.stop();
});

const checkedServers = (count: number) =>
  database.db
    .select({ id: servers.id, check: servers.check })
    .from(servers)
    .where(isNotNull(servers.check))
    .limit(count);

test('INFRA-11 a checker that starts while it is cut off knows who responded before, and takes no server offline', async () => {
  const { pool } = database;
  await pool.query(`delete from check_results; update servers set status = 'online'`);
  const rows = await checkedServers(2);
  await pool.query(
    'insert into check_results (server_id, at, outcome, message) select unnest($1::uuid[]), ' +
      `now() - interval '1 minute', 'good', 'It answered'`,
    [rows.map(({ id }) => id)],
  );
  const probe = async (): Promise<Observation> => ({
    outcome: 'bad',
    latencyMs: null,
    message: 'No answer within 100 ms',
    line: 'silent',
  });
  // No neighbour responds, so two servers that fail together show a network failure.
  const checker = startChecker(database, { probe, intervalSeconds: 0, listen: async () => 'silent' }, log);
  for (const row of rows) await checker.check({ ...row, scrape: null, limits: null });
  await checker.stop();
  const stored = await pool.query<{ outcome: string }>('select outcome from check_results order by at');
  expect(stored.rows.map(({ outcome }) => outcome)).toEqual(['good', 'good', 'unknown', 'unknown']);
});

test('INFRA-11 a checker that is cut off discards the failures of the first servers', async () => {
  const { db, pool } = database;
  await pool.query(`delete from check_results; update servers set status = 'online'`);
  const rows = await checkedServers(6);
  const texts = ['No answer within 100 ms', 'The host cannot be reached'];
  let looks = 0;
  let isHeard = false;
  const probe = async (): Promise<Observation> =>
    isHeard
      ? { outcome: 'good', latencyMs: 1, message: 'It is back', line: 'heard' }
      : { outcome: 'bad', latencyMs: null, message: texts[looks++ % 2] ?? '', line: 'silent' };
  const checker = startChecker(database, { probe, intervalSeconds: 0, listen: async () => 'none' }, log);
  const events: unknown[] = [];
  const forget = checker.line.onChange((event) => events.push(event));
  expect(checker.line.now()).toBeUndefined();
  for (const row of rows) await checker.check({ ...row, scrape: null, limits: null });
  // There is one event, with the time of the first failure.
  expect(events).toEqual([{ type: 'checker', offlineSince: expect.any(String) }]);
  expect(checker.line.now()).toEqual(events[0]);
  isHeard = true;
  for (const row of rows.slice(0, 1)) await checker.check({ ...row, scrape: null, limits: null });
  expect(events.slice(1)).toEqual([{ type: 'checker', offlineSince: null }]);
  expect(checker.line.now()).toBeUndefined();
  forget();
  await checker.stop();
  await pool.query(`delete from check_results where outcome = 'good'`);
  const stored = await pool.query<{ outcome: string }>('select outcome from check_results');
  expect(stored.rows.map(({ outcome }) => outcome)).toEqual(Array(6).fill('unknown'));
  for (const { id } of rows) expect(await availabilityOf(db, id)).toMatchObject({ h24: null });
  // The failures do not count towards an outage either.
  const standing = await pool.query('select max(bad_in_row) as bad, max(worse_in_row) as worse from servers');
  expect(standing.rows).toEqual([{ bad: 0, worse: 0 }]);
});
