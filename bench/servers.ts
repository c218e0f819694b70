import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { call } from '../contract/calls/call.ts';
import { Check } from '../contract/shared/check.ts';
import { fieldValues } from '../contract/calls/field-values.ts';
import { servers, type ServerQuery } from '../contract/calls/servers.ts';
import type { Actor } from '../server/actor.ts';
import { startChecker } from '../server/checks/checker.ts';
import type { Database } from '../server/db/open.ts';
import { probeNeighbours } from '../server/probe/neighbours.ts';
import { networkProbe } from '../server/probe/network-probe.ts';
import { reachWithin } from '../server/probe/reach.ts';
import { createServers } from '../server/servers/save.ts';
import { printTable, timesOf, type FigureRow } from './measure.ts';

const SIZES = [100, 10_000];
const CHECKED = 1_000;
const INTERVAL_SECONDS = 60;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 130);
const ENVIRONMENTS = ['production', 'staging', 'development'] as const;
const SYSTEMS = ['Ubuntu 22.04', 'Ubuntu 24.04', 'Debian 12', 'Windows Server 2022'];
const STATUSES = ['online', 'online', 'online', 'warning', 'offline'] as const;

export const aServer = (n: number) => ({
  name: `srv-${n}`,
  hostname: `srv-${n}.corp.example.com`,
  ipAddress: `10.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}`,
  environment: ENVIRONMENTS[n % ENVIRONMENTS.length],
  status: STATUSES[n % STATUSES.length],
  operatingSystem: SYSTEMS[n % SYSTEMS.length],
  teamOwner: `Team ${n % 30}`,
  notes: `Rack ${n % 40}, row ${n % 9}`,
});

const LISTS: [name: string, query: Partial<ServerQuery>][] = [
  ['first rows', {}],
  ['a filter', { environment: 'staging', status: 'warning' }],
  ['a keystroke', { q: 'srv-1' }],
  ['rack of the notes', { q: 'rack 7,' }],
];

/** One condition of each kind, in text form. */
const CONDITIONS: [name: string, filter: string][] = [
  ['no condition', ''],
  ['is, closed list', 'env:staging'],
  ['is, text', 'os:ubuntu'],
  ['is, exact', 'team:="Team 7"'],
  ['is, not', '-os:ubuntu'],
  ['is, manager', 'manager:a'],
  ['figure', 'cpu>80'],
  ['filled, field', 'has:team'],
  ['filled, outage', 'has:outage'],
  ['filled, document', '-has:document'],
  ['time of the server', 'added<7d'],
  ['time of outages', 'outage<1d'],
  ['address', 'ip:10.0.7.0/24'],
  ['text', '"rack 7,"'],
  ['one or another', 'cpu>90 OR status:offline'],
  ['all of six', 'env:production os:ubuntu cpu>50 added<7d -status:offline rack'],
];

/** The list with 100 and 10,000 servers; then 1,000 servers checked every minute by a process that also serves calls. */
export async function measureServers(
  url: string,
  headers: Record<string, string>,
  database: Database,
  actor: Actor,
) {
  const send = (path: string, init: RequestInit) => fetch(url + path, { ...init, headers });
  const schedule = { intervalSeconds: INTERVAL_SECONDS };
  const measured = new Map<string, number[]>();
  let made = 0;
  for (const size of SIZES) {
    const inputs = Array.from({ length: size - made }, (_, n) => aServer(made + n));
    await database.db.transaction((tx) => createServers(tx, actor, inputs, schedule));
    made = size;
    await database.db.execute('vacuum analyze');
    for (const [name, query] of LISTS) {
      const { p95 } = await timesOf(
        name,
        async () => void (await call(servers.list, { query: { ...query, limit: 100 } }, send)),
      );
      measured.set(name, [...(measured.get(name) ?? []), p95]);
    }
  }
  console.log(
    `${'p95 ms'.padEnd(22)}${SIZES.map((size) => String(size).padStart(10)).join('')}${'ratio'.padStart(8)}`,
  );
  for (const [name, [few = 0, many = 0]] of measured)
    console.log(
      `${name.padEnd(22)}${few.toFixed(1).padStart(10)}${many.toFixed(1).padStart(10)}${(many / few).toFixed(2).padStart(8)}`,
    );
  await measureConditions(send, database);
  await measureChecks(database, actor);
}

/** The first 100 servers that match each condition, and the suggestions of the filter box, with 10,000 servers. */
async function measureConditions(
  send: (path: string, init: RequestInit) => Promise<Response>,
  database: Database,
) {
  await database.pool.query(
    `update servers set cpu_usage = random() * 100, memory_usage = random() * 100, disk_usage = random() * 100,
      last_health_check = now() - random() * interval '1 day'`,
  );
  await database.pool.query(
    `insert into incidents (server_id, message, started_at, ended_at)
      select id, 'connection refused', now() - interval '2 days', now() - interval '1 day' * random() * 2
         from servers where random() < 0.1`,
  );
  await database.db.execute('vacuum analyze');
  const rows: FigureRow[] = [];
  for (const [name, filter] of CONDITIONS) {
    const list = { query: { ...(filter && { filter }), limit: 100 } };
    rows.push(await timesOf(name, async () => void (await call(servers.list, list, send))));
  }
  for (const field of ['teamOwner', 'managedBy'] as const) {
    const values = { query: { field, q: 'a' } };
    rows.push(
      await timesOf(`values of ${field}`, async () => void (await call(fieldValues.list, values, send))),
    );
  }
  printTable(rows);
}

async function measureChecks(database: Database, actor: Actor) {
  const target = createServer((_, response) => response.end('well')).listen(0, '127.0.0.1');
  await new Promise((resolve) => target.once('listening', resolve));
  const { port } = target.address() as AddressInfo;
  const check = Check.parse({ kind: 'http', target: `http://127.0.0.1:${port}/` });
  const inputs = Array.from({ length: CHECKED }, (_, n) => ({ name: `checked-${n}`, check }));
  await database.db.transaction((tx) =>
    createServers(tx, actor, inputs, { intervalSeconds: INTERVAL_SECONDS }),
  );
  const probe = networkProbe(reachWithin(['127.0.0.0/8'], []));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const checker = startChecker(
    database,
    { probe, intervalSeconds: INTERVAL_SECONDS, listen: probeNeighbours },
    pino({ level: 'error' }),
  );
  delay.enable();
  await wait(SECONDS * 1_000);
  delay.disable();
  const late = await checker.registry.getSingleMetric('ops_hub_check_lateness_seconds')?.get();
  await checker.stop();
  target.close();
  const { rows } = await database.pool.query<{ least: number; all: number }>(
    'select min(n)::int as least, sum(n)::int as all from (select count(r.id) n from servers s ' +
      `left join check_results r on r.server_id = s.id where s.name like 'checked-%' group by ` +
      's.id) c',
  );
  console.log(
    `${CHECKED} servers every ${INTERVAL_SECONDS} s for ${SECONDS} s: ${rows[0]?.all} checks, at least ${rows[0]?.least} of each server`,
  );
  const buckets = late?.values
    .filter(({ labels }) => 'le' in labels)
    .map(({ labels, value }) => `≤ ${String((labels as { le?: unknown }).le)} s: ${value}`);
  console.log(`delay of checks: ${buckets?.join(', ')}`);
  console.log(
    `event loop delay: p50 ${(delay.percentile(50) / 1e6).toFixed(1)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
  );
}
