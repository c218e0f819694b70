import { afterAll, beforeAll, beforeEach, expect, test, onTestFinished, vi } from 'vitest';
import { asc, desc, eq, sql } from 'drizzle-orm';
import { type Outcome } from '../../contract/calls/checks.ts';
import { Check } from '../../contract/shared/check.ts';
import { ServerChange } from '../../contract/shared/server-fields.ts';
import { createTestDatabase } from '../../test/database.ts';
import { ANYBODY, actorFor, aUser, type TestUser } from '../../test/factories.ts';
import { runAlerts } from '../alerts/decide.ts';
import type { Database } from '../db/open.ts';
import { checkResults, incidents, notifications, servers } from '../db/schema.ts';
import { createLog } from '../log.ts';
import { listNotifications } from '../notifications/queries.ts';
import type { Observation, Probe } from '../probe/probe.ts';
import { createServers, saveServer } from '../servers/save.ts';
import { startChecker } from './checker.ts';
import { availabilityOf } from './queries.ts';
import { revokeFailures, rememberOwnResults } from './revoke-failures.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let user: TestUser;
let rows: { id: string; name: string; check: Check | null }[];

const NAMES = ['srv-0', 'srv-1', 'srv-2', 'srv-3', 'srv-4'];
const silence: Observation = { outcome: 'bad', latencyMs: null, message: 'No answer', line: 'silent' };
const probe = async () => silence;
const EVERY_MINUTE = { intervalSeconds: 60 };
const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);

beforeAll(async () => {
  database = await createTestDatabase();
  user = await aUser(database.db);
});
afterAll(() => database.drop());

/** Five servers that go offline at the first bad result. */
beforeEach(async () => {
  const { db } = database;
  await db.delete(servers);
  await db.delete(notifications);
  const check = Check.parse({ kind: 'tcp', target: '127.0.0.1:9', intervalSeconds: 60, retries: 1 });
  const inputs = NAMES.map((name) => ({ name, check }));
  await db.transaction((tx) =>
    createServers(tx, actorFor(user), inputs, { ...EVERY_MINUTE, isRecorded: false }),
  );
  rows = await db
    .select({ id: servers.id, name: servers.name, check: servers.check })
    .from(servers)
    .orderBy(asc(servers.name));
});

const decideAlerts = () =>
  runAlerts(database.db, {
    intervalSeconds: 60,
    publicUrl: 'https://ops.example.com',
    tokenOf: () => '',
    upSince: new Date(0),
  });
const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? '';
const start = (on: Database = database, sees: Probe = probe, node = 'node-1') =>
  startChecker(
    on,
    { probe: sees, intervalSeconds: 0, listen: async () => 'none', node },
    createLog('silent'),
  );
const statuses = async () =>
  Object.fromEntries((await database.db.select().from(servers)).map(({ name, status }) => [name, status]));
const outcomes = async () => (await database.db.select().from(checkResults)).map(({ outcome }) => outcome);
const bell = async () =>
  (await listNotifications(database.db, { userId: user.id, ...ANYBODY }))
    .map(({ title }) => title)
    .toSorted();

/** Stores a result from before the outage, and the status it led to. */
async function storeResult(
  name: string,
  outcome: 'good' | 'warning' | 'bad',
  status: 'online' | 'warning' | 'offline',
  at = ago(HOUR_MS),
) {
  const { db } = database;
  const before = { serverId: idOf(name), message: 'before', latencyMs: 1 };
  await db.insert(checkResults).values({ ...before, outcome, at });
  await db
    .update(servers)
    .set({ status })
    .where(eq(servers.id, idOf(name)));
}

test('INFRA-11 five parallel checks on a failed network leave no trace, whichever is stored last', async () => {
  for (const name of NAMES) await storeResult(name, 'good', 'online');
  // The first result is stored long after the others.
  let stored = 0;
  const { db } = database;
  const slow = Object.create(db, {
    transaction: {
      value: async (run: Parameters<typeof db.transaction>[0]) => {
        if (stored++ === 0) await new Promise((resolve) => setTimeout(resolve, 500));
        return db.transaction(run);
      },
    },
  }) as typeof db;
  const checker = start({ ...database, db: slow });
  const observations = await Promise.all(
    rows.map((row) => checker.check({ ...row, scrape: null, limits: null })),
  );
  await checker.stop();
  expect(observations).toEqual(
    rows.map(() => expect.objectContaining({ outcome: 'unknown', status: 'online' })),
  );
  expect((await outcomes()).toSorted()).toEqual([...Array(5).fill('good'), ...Array(5).fill('unknown')]);
  expect(await statuses()).toEqual(Object.fromEntries(NAMES.map((name) => [name, 'online'])));
  expect(await db.select().from(incidents)).toEqual([]);
  for (const { id } of rows) expect(await availabilityOf(db, id)).toMatchObject({ h24: 100 });
});

test('INFRA-11 restores the statuses from before a network failure, and notifies once', async () => {
  const { db } = database;
  await storeResult('srv-0', 'good', 'online');
  await storeResult('srv-1', 'warning', 'warning');
  await storeResult('srv-2', 'bad', 'offline');
  const real = { serverId: idOf('srv-2'), startedAt: ago(HOUR_MS), message: 'Really' };
  await db.insert(incidents).values(real);
  await storeResult('srv-4', 'good', 'online');
  const checker = start();
  for (const row of rows.slice(0, 4)) await checker.check({ ...row, scrape: null, limits: null });
  const fallen = ['srv-0', 'srv-1', 'srv-3'];
  await decideAlerts();
  const told = (names: string[], words: RegExp) =>
    names.map(
      (name) => expect.stringMatching(new RegExp(`^${words.source.replace('NAME', name)}$`)) as string,
    );
  const titles = told(fallen, /NAME is down since .+: No answer/);
  expect(await bell()).toEqual(titles);
  expect(await db.select().from(incidents)).toHaveLength(4);
  const asBefore = async () => {
    expect(await statuses()).toEqual({
      'srv-0': 'online',
      'srv-1': 'warning',
      'srv-2': 'offline',
      'srv-3': 'unknown',
      'srv-4': 'online',
    });
    expect(await db.select().from(incidents)).toEqual([expect.objectContaining(real)]);
    await decideAlerts();
    const corrected = told(fallen, /False alarm: NAME was well, the checker was cut off/);
    // Nobody was told of its warning before, so it may be told now.
    const outages = (await bell()).filter((title) => !title.includes('has a warning'));
    expect(outages).toEqual([...corrected, ...titles]);
  };
  for (const row of rows.slice(4)) await checker.check({ ...row, scrape: null, limits: null });
  const [first] = await db
    .select()
    .from(servers)
    .where(eq(servers.id, idOf('srv-0')));
  expect(first?.lastMessage).toBe('No answer (the checker was cut off)');
  await asBefore();
  // Later checks in the same outage report nothing again.
  for (const row of rows) await checker.check({ ...row, scrape: null, limits: null });
  await asBefore();
  await checker.stop();
});

test('INFRA-11 keeps a status that a person set when it discards failures', async () => {
  const { db } = database;
  const checker = start();
  for (const row of rows.slice(0, 4)) await checker.check({ ...row, scrape: null, limits: null });
  const say = (name: string, status: 'maintenance' | 'warning') =>
    db
      .update(servers)
      .set({ status })
      .where(eq(servers.id, idOf(name)));
  await say('srv-0', 'maintenance');
  // This server did not respond either, but no failure was counted against it.
  await say('srv-4', 'warning');
  for (const row of rows.slice(4)) await checker.check({ ...row, scrape: null, limits: null });
  await checker.stop();
  expect(await statuses()).toMatchObject({ 'srv-0': 'maintenance', 'srv-1': 'unknown', 'srv-4': 'warning' });
  expect(await db.select().from(incidents)).toEqual([]);
});

test('INFRA-11 a server that a person set to offline stays offline when its incident is discarded', async () => {
  const { db } = database;
  const checker = start();
  const offline = ServerChange.parse({ status: 'offline' });
  await db.transaction((tx) =>
    saveServer(tx, { actor: actorFor(user), schedule: EVERY_MINUTE }, idOf('srv-0'), offline),
  );
  for (const row of rows.slice(0, 4)) await checker.check({ ...row, scrape: null, limits: null });
  expect(await db.select().from(incidents)).toHaveLength(4);
  for (const row of rows.slice(4)) await checker.check({ ...row, scrape: null, limits: null });
  await checker.stop();
  expect(await statuses()).toMatchObject({ 'srv-0': 'offline', 'srv-1': 'unknown' });
  expect(await db.select().from(incidents)).toEqual([]);
});

test('INFRA-11 the next check repeats a discard that the database refused', async () => {
  const { db } = database;
  let refuses = false;
  const broken = Object.create(db, {
    transaction: {
      value: async (run: Parameters<typeof db.transaction>[0]) => {
        // Storing the check works, but discarding earlier results fails.
        if (refuses && (await outcomes()).includes('unknown')) throw new Error('refused');
        return db.transaction(run);
      },
    },
  }) as typeof db;
  const checker = start({ ...database, db: broken });
  for (const row of rows.slice(0, 4)) await checker.check({ ...row, scrape: null, limits: null });
  refuses = true;
  const [last] = rows.slice(4);
  if (!last) throw new Error('no row');
  await expect(checker.check({ ...last, scrape: null, limits: null })).rejects.toThrow('refused');
  expect(await outcomes()).toContain('bad');
  refuses = false;
  await checker.check({ ...last, scrape: null, limits: null });
  expect(await outcomes()).not.toContain('bad');
  await checker.stop();
});

test('INFRA-11 a node that was cut off discards its own results, and none of another node', async () => {
  const { db } = database;
  // A server goes offline at the second bad result in a row.
  const twice = sql`jsonb_set(${servers.check}, '{retries}', '2')`;
  await db.update(servers).set({ check: twice, status: 'online' });
  for (const row of rows) row.check = row.check && { ...row.check, retries: 2 };
  const refused: Observation = { outcome: 'bad', latencyMs: null, message: 'Refused', line: 'heard' };
  const deaf = start();
  const other = start(database, async () => refused, 'node-2');
  const look = async (checker: ReturnType<typeof start>, ...names: string[]) => {
    for (const row of rows.filter(({ name }) => names.includes(name)))
      await checker.check({ ...row, scrape: null, limits: null });
  };
  await look(deaf, 'srv-0', 'srv-1', 'srv-2');
  // One check of each node takes both servers offline. The two checks of the other node alone would take srv-0 offline.
  await look(other, 'srv-0', 'srv-1');
  await look(other, 'srv-0');
  const [second] = await db.select().from(checkResults).orderBy(desc(checkResults.id)).limit(1);
  expect(await statuses()).toMatchObject({ 'srv-0': 'offline', 'srv-1': 'offline' });
  expect(await db.select().from(incidents)).toHaveLength(2);
  await decideAlerts();
  await look(deaf, 'srv-3', 'srv-4');
  await decideAlerts();
  expect((await outcomes()).toSorted()).toEqual([...Array(3).fill('bad'), ...Array(5).fill('unknown')]);
  expect(await statuses()).toMatchObject({ 'srv-0': 'offline', 'srv-1': 'unknown', 'srv-2': 'online' });
  expect(await db.select().from(incidents)).toEqual([
    expect.objectContaining({ serverId: idOf('srv-0'), startedAt: second?.at, endedAt: null }),
  ]);
  expect((await bell()).filter((title) => title.startsWith('False alarm'))).toEqual([
    'False alarm: srv-1 was well, the checker was cut off',
  ]);
  // Another failure from the other node is the second in a row.
  await look(other, 'srv-1');
  expect(await statuses()).toMatchObject({ 'srv-1': 'offline' });
  await Promise.all([deaf.stop(), other.stop()]);
});

test.each([
  ['the result that it stored just before', 'node-1', false, 'unknown'],
  ['no result of another node', 'node-2', false, 'offline'],
  ['no result from before it heard a server', 'node-1', true, 'offline'],
])('INFRA-11 a node that restarts while it is cut off discards %s', async (_, node, isHeard, status) => {
  const { db } = database;
  let sees = silence;
  const before = start(database, async () => sees);
  for (const row of rows.slice(0, 4)) await before.check({ ...row, scrape: null, limits: null });
  sees = { outcome: 'bad', latencyMs: null, message: 'Refused', line: 'heard' };
  if (isHeard) for (const row of rows.slice(4)) await before.check({ ...row, scrape: null, limits: null });
  await before.stop();
  expect(await statuses()).toMatchObject({ 'srv-0': 'offline', 'srv-3': 'offline' });
  const after = start(database, probe, node);
  for (const row of rows.slice(4)) await after.check({ ...row, scrape: null, limits: null });
  await after.stop();
  expect(await statuses()).toMatchObject({ 'srv-0': status, 'srv-3': status });
  const left = (await db.select().from(incidents)).length;
  expect(left).toBe(status === 'unknown' ? 0 : 5);
});

test('INFRA-11 a restarted node still knows which servers responded before it was cut off', async () => {
  for (const name of NAMES.slice(0, 2))
    await storeResult(name, 'good', 'online', new Date(Date.now() - 600_000));
  const before = start();
  for (const row of rows.slice(0, 1)) await before.check({ ...row, scrape: null, limits: null });
  await before.stop();
  expect(await statuses()).toMatchObject({ 'srv-0': 'offline', 'srv-1': 'online' });
  const after = start();
  // Neither of the two that responded before responds now.
  for (const row of rows.slice(1, 2)) await after.check({ ...row, scrape: null, limits: null });
  await after.stop();
  expect(await statuses()).toMatchObject({ 'srv-0': 'online', 'srv-1': 'online' });
});

test('INFRA-11 the added note fits after a long message', async () => {
  const { db } = database;
  const bad = { outcome: 'bad' as const, latencyMs: null, message: 'x'.repeat(300) };
  const [stored] = await db
    .insert(checkResults)
    .values({ ...bad, serverId: idOf('srv-0') })
    .returning();
  const own = { serverId: idOf('srv-0'), ids: [stored?.id ?? 0] };
  await revokeFailures(database, [own]);
  expect(await availabilityOf(db, idOf('srv-0'))).toMatchObject({ h24: null });
  expect((await db.select().from(checkResults)).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^x+ \(the checker was cut off\)$/),
  ]);
});

const stored = (resultId: number, outcome: Outcome = 'bad') => ({
  resultId,
  outcome,
  status: 'online' as const,
  latencyMs: null,
  message: '',
  simulated: false,
  checkedAt: '2030-01-01T00:00:00.000Z',
});

test('INFRA-11 discards the failures that this process counted since its network failed', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const own = rememberOwnResults();
  own.add('a', stored(1));
  vi.advanceTimersByTime(30_000);
  const failedAt = performance.now();
  own.add('a', stored(2));
  vi.advanceTimersByTime(10_000);
  own.add('a', stored(3, 'unknown'));
  vi.advanceTimersByTime(10_000);
  own.add('a', stored(4));
  own.add('b', stored(5));
  const none = { serverId: 'c', ids: [] };
  expect(own.of(['a', 'c'], failedAt)).toEqual([{ serverId: 'a', ids: [2, 4] }, none]);
  own.clear();
  expect(own.of(['a'], 0)).toEqual([{ serverId: 'a', ids: [] }]);
});
