import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { analytics, DAY_CELLS } from '../../contract/calls/analytics.ts';
import { servers } from '../../contract/calls/servers.ts';
import { withApp } from '../../test/app.ts';
import { readLastDay } from './last-day.ts';

const at = withApp();

const NOW = '2026-03-29T12:10:00Z';

const NOBODY = { offline: 0, warning: 0, unknown: 0, maintenance: 0, online: 0, simulated: 0 };

/** `12 unknown, 36 offline`: the states of an environment in order, with the number of half hours. */
const told = (cells: ({ from: string } & typeof NOBODY)[] = []) => {
  const runs: [count: number, state: string][] = [];
  for (const { from: _from, ...counts } of cells) {
    const state = Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
      .join('+');
    const last = runs.at(-1);
    if (last?.[1] === state) last[0] += 1;
    else runs.push([1, state]);
  }
  return runs.map(([count, state]) => `${count}×(${state})`).join(' ');
};

test('DASH-02 the last day counts servers by state and environment in each half hour; simulated ones apart', async () => {
  const ann = await at.current.signedIn();
  const { pool } = at.current.database;
  const create = (name: string, environment: 'production' | 'staging') =>
    ann.call(servers.create, { body: { name, environment } });
  /** Moves the last change of a server to some hours before the fixed time. */
  const move = (id: string, hoursAgo: number) =>
    pool.query(
      `update server_states set at = $3::timestamptz - $2 * interval '1 hour'
       where id = (select max(id) from server_states where server_id = $1)`,
      [id, hoursAgo, NOW],
    );
  const set = async (id: string, status: 'online' | 'offline', hoursAgo: number) => {
    await ann.call(servers.update, { params: { id }, body: { status } });
    await move(id, hoursAgo);
  };
  const still = await create('still-1', 'production');
  const fell = await create('fell-1', 'production');
  const gone = await create('gone-1', 'production');
  const pretended = await create('pretended-1', 'staging');
  for (const { id } of [still, fell, gone, pretended]) await move(id, 72);
  await set(still.id, 'online', 50);
  await set(fell.id, 'online', 49);
  await set(fell.id, 'offline', 3);
  await set(fell.id, 'online', 1);
  // Twice within one half hour.
  const flaps = await create('flaps-1', 'staging');
  await move(flaps.id, 72);
  for (const [status, hoursAgo] of [
    ['online', 5],
    ['offline', 4.95],
    ['online', 4.9],
    ['offline', 4.85],
    ['online', 4.8],
  ] as const)
    await set(flaps.id, status, hoursAgo);
  await set(gone.id, 'offline', 2);
  await ann.call(servers.remove, { params: { id: gone.id } });
  await ann.call(servers.metrics, { params: { id: pretended.id }, body: { status: 'warning' } });
  await move(pretended.id, 0);

  const day = await readLastDay(at.current.database.db, sql`${NOW}::timestamptz`);
  expect(day.map(({ environment }) => environment)).toEqual(['production', 'staging']);
  const [production, staging] = day;
  // The half hours of a change count both states.
  expect(told(production?.cells)).toBe(
    '41×(2 online) 1×(1 offline+2 online) 3×(1 offline+1 online) 1×(1 offline+2 online) 2×(2 online)',
  );
  expect(told(staging?.cells)).toBe(
    '37×(2 unknown) 1×(1 offline+2 unknown+1 online) 9×(1 unknown+1 online) 1×(1 unknown+1 online+1 simulated)',
  );
  expect(production?.cells).toHaveLength(DAY_CELLS);
  const times = production?.cells.map(({ from }) => Date.parse(from)) ?? [];
  expect([times.at(0), times.at(-1)]).toEqual(
    ['2026-03-28T12:30:00Z', '2026-03-29T12:00:00Z'].map((time) => Date.parse(time)),
  );
  expect((await ann.call(analytics.stats, { query: { day: 'true' } })).day).toHaveLength(2);
  expect(await ann.call(analytics.stats, {})).not.toHaveProperty('day');
});
