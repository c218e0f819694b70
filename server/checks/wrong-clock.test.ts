import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { withDatabase } from '../../test/database.ts';
import { actorFor, aUser } from '../../test/factories.ts';
import { Check } from '../../contract/shared/check.ts';
import { servers } from '../db/schema.ts';
import { createLog } from '../log.ts';
import type { Observation } from '../probe/probe.ts';
import { createServers } from '../servers/save.ts';
import { startChecker } from './checker.ts';
import { listIncidents, listResults } from './queries.ts';

const database = withDatabase();
const HOUR_MS = 3_600_000;
const good: Observation = { outcome: 'good', latencyMs: 1, message: 'It answered', line: 'heard' };
const refused: Observation = { outcome: 'bad', latencyMs: null, message: 'Refused', line: 'heard' };
const silence: Observation = { outcome: 'bad', latencyMs: null, message: 'No answer', line: 'silent' };
const check = Check.parse({ kind: 'tcp', target: '127.0.0.1:9', intervalSeconds: 60, retries: 1 });

let rows: { id: string; check: Check | null }[];

/** Two servers. */
beforeEach(async () => {
  const { db } = database;
  await db.delete(servers);
  const user = await aUser(db);
  const inputs = ['srv-0', 'srv-1'].map((name) => ({ name, check }));
  await db.transaction((tx) => createServers(tx, actorFor(user), inputs, { intervalSeconds: 60 }));
  rows = await db.select({ id: servers.id, check: servers.check }).from(servers).orderBy(servers.name);
});

/** Runs part of a node whose clock is wrong. Timers go on. */
async function withClockOffBy<Result>(ms: number, run: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  try {
    return await run();
  } finally {
    vi.useRealTimers();
  }
}

function aNode(sees: Observation, name = 'node-1') {
  const checker = startChecker(
    database,
    { probe: async () => sees, intervalSeconds: 0, listen: async () => 'none', node: name },
    createLog('silent'),
  );
  onTestFinished(() => checker.stop());
  return async (index: number) => checker.check({ ...rows[index]!, scrape: null, limits: null });
}

const statuses = async () =>
  (await database.db.select({ status: servers.status }).from(servers).orderBy(servers.name)).map(
    ({ status }) => status,
  );

describe.each([
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
])('INFRA-11 OPS-02 a node whose clock is %s', (_, offBy) => {
  test('stores its results in order with those of other nodes, and every node shows them', async () => {
    await aNode(refused, 'node-2')(0);
    await withClockOffBy(offBy, () => aNode(good)(0));
    await aNode(refused, 'node-2')(0);
    const id = rows[0]!.id;
    const expected = ['bad', 'good', 'bad'];
    const shown = async () => (await listResults(database.db, id, {})).map(({ outcome }) => outcome);
    expect(await shown()).toEqual(expected);
    expect(await withClockOffBy(offBy, shown)).toEqual(expected);
    const [open, ended] = await listIncidents(database.db, id);
    expect(open).toMatchObject({ endedAt: null });
    expect(Date.parse(ended!.endedAt!) - Date.parse(ended!.startedAt)).toBeGreaterThanOrEqual(0);
    expect(Date.parse(open!.startedAt) - Date.parse(ended!.endedAt!)).toBeGreaterThanOrEqual(0);
  });

  test('knows after a restart who answered before its network failed, and takes its failures back', async () => {
    // Both servers answered another node.
    for (const index of [0, 1]) await aNode(good, 'node-2')(index);
    await withClockOffBy(offBy, async () => {
      await aNode(silence)(0);
      expect(await statuses()).toEqual(['offline', 'online']);
      await aNode(silence)(1);
    });
    expect(await statuses()).toEqual(['online', 'online']);
    expect(await listIncidents(database.db, rows[0]!.id)).toEqual([]);
  });
});
