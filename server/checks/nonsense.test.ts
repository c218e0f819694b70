import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { checks } from '../../contract/calls/checks.ts';
import { Check } from '../../contract/shared/check.ts';
import { serverOverview } from '../../contract/calls/server-overview.ts';
import { servers as calls } from '../../contract/calls/servers.ts';
import { withApp } from '../../test/app.ts';
import { withWebTarget } from '../../test/web-target.ts';
import { servers } from '../db/schema.ts';
import { createLog } from '../log.ts';
import type { Observation } from '../probe/probe.ts';
import { startChecker, type Checker } from './checker.ts';
import { thinResults } from './queries.ts';
import { recordResult } from './record.ts';

const at = withApp({ settings: { CHECK_ALLOW: '127.0.0.0/8', RATE_LIMIT_SCALE: '100' } });
const web = withWebTarget((_, response) => response.end(''));

const look = Check.parse({ kind: 'node_exporter', target: '127.0.0.1:9' });
let checker: Checker;
let seen: Observation;
beforeAll(() => {
  const options = { probe: async () => seen, intervalSeconds: 0, listen: async () => 'none' as const };
  checker = startChecker(at.current.database, options, createLog('silent'));
});
afterAll(() => checker.stop());

test('INFRA-11 an exporter with impossible figures: its status changes, and all servers can be read', async () => {
  const ann = await at.current.signedIn();
  let idle = 100;
  web.current.answer = (_, response) =>
    response.end(
      `node_cpu_seconds_total{cpu="0",mode="idle"} ${(idle += 60)}\nnode_cpu_seconds_total{cpu="0",mode="user"} +Inf\n` +
        'node_memory_MemTotal_bytes 100\nnode_memory_MemAvailable_bytes 60\nnode_time_seconds 1e30\nnode_boot_time_seconds -1e300\n',
    );
  const body = {
    name: 'nonsense',
    check: { kind: 'node_exporter' as const, target: `127.0.0.1:${web.current.port}` },
  };
  const { id } = await ann.call(calls.create, { body });
  for (const _ of [1, 2])
    expect(await ann.call(checks.run, { params: { id } })).toMatchObject({
      outcome: 'good',
      status: 'online',
      memoryUsage: 40,
    });
  const [found] = await ann.call(calls.list, { query: { q: 'nonsense' } });
  expect(found).toMatchObject({ status: 'online', cpuUsage: 0, uptime: 0, measured: ['memoryUsage'] });
});

test('INFRA-11 never stores impossible figures, from any source', async () => {
  const { db } = at.current.database;
  const ann = await at.current.signedIn();
  const { id } = await ann.call(calls.create, { body: { name: 'unstored', check: look } });
  const [row] = await db.select().from(servers).where(eq(servers.id, id));
  if (!row) throw new Error('no row');
  const wrong = { cpuUsage: NaN, memoryUsage: Infinity, diskUsage: -1, uptime: 1e30 };
  await db.transaction((tx) =>
    recordResult(tx, row, { outcome: 'good', latencyMs: 1, message: 'fine', ...wrong }),
  );
  const [after] = await db.select().from(servers).where(eq(servers.id, id));
  expect(after).toMatchObject({
    status: 'online',
    cpuUsage: null,
    memoryUsage: null,
    diskUsage: null,
    uptime: null,
  });
});

test('INFRA-11 stores a result without its figures if the figures cannot be stored', async () => {
  const { db } = at.current.database;
  const ann = await at.current.signedIn();
  const { id } = await ann.call(calls.create, { body: { name: 'half-stored', check: look } });
  seen = { outcome: 'good', latencyMs: 1, message: 'fine', certificateExpiresAt: new Date(NaN) };
  const [row] = await db.select().from(servers).where(eq(servers.id, id));
  if (!row) throw new Error('no row');
  expect(await checker.check(row)).toMatchObject({ outcome: 'good', status: 'online' });
  expect(await ann.call(calls.find, { params: { id } })).toMatchObject({ status: 'online' });
});

test('INFRA-11 an older row with NaN blocks no list, no page and no bin', async () => {
  const ann = await at.current.signedIn();
  const { pool } = at.current.database;
  const { id } = await ann.call(calls.create, { body: { name: 'from-before', check: look } });
  await pool.query(`update servers set cpu_usage = 'NaN', disk_usage = 'Infinity' where id = $1`, [id]);
  const columns = 'server_id, outcome, message, cpu_usage, simulated';
  await pool.query(`insert into check_results (${columns}) values ($1, 'good', '', 'NaN', false)`, [id]);
  const hours = 'server_id, hour, results, good, bad, cpu_usage';
  await pool.query(
    `insert into check_hours (${hours}) values ($1, date_trunc('hour', now()), 1, 1, 0, 'NaN')`,
    [id],
  );
  const [found] = await ann.call(calls.list, { query: { q: 'from-before' } });
  expect(found).toMatchObject({ cpuUsage: 0, diskUsage: 0, measured: [] });
  const { results } = await ann.call(serverOverview.read, {
    params: { id },
    query: { from: new Date(Date.now() - 7_200_000).toISOString() },
  });
  expect(results.map(({ cpuUsage }) => cpuUsage)).toEqual([null, null]);
  seen = { outcome: 'bad', latencyMs: null, message: 'no' };
  const read = async () => (await at.current.database.db.select().from(servers).where(eq(servers.id, id)))[0];
  const row = await read();
  if (!row) throw new Error('no row');
  await checker.check(row);
  expect(await read()).toMatchObject({ cpuUsage: null, diskUsage: null });
  await ann.call(calls.remove, { params: { id } });
  const bin = await ann.call(calls.bin, { query: {} });
  expect(bin.map(({ name }) => name)).toContain('from-before');
});

test('INFRA-12 impossible results of older versions do not affect the averages of their hour', async () => {
  const { pool, db } = at.current.database;
  const ann = await at.current.signedIn();
  const { id } = await ann.call(calls.create, { body: { name: 'thinned', check: look } });
  await pool.query(
    `insert into check_results (server_id, at, outcome, message, cpu_usage, memory_usage)
     select $1, date_trunc('hour', now()) - interval '50 hours', 'good', '', cpu::real, 'NaN'
     from unnest(array['20', '40', 'NaN', 'Infinity', '-1']) cpu`,
    [id],
  );
  await thinResults(db);
  const { rows } = await pool.query(
    'select cpu_usage, memory_usage, results from check_hours where server_id = $1',
    [id],
  );
  expect(rows).toEqual([{ cpu_usage: 30, memory_usage: null, results: 5 }]);
});
