import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '../server/db/migrate.ts';
import { openDatabase, type Database } from '../server/db/open.ts';
import { freePort } from '../test/free-port.ts';
import { startNginx } from '../test/nginx.ts';
import { fill, median, operationsOn } from './limit.ts';
import { startProduct } from './product.ts';
import { sendFor } from './wrk.ts';

const NODES = [1, 2, 4];
const CONNECTIONS = 32;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const TICKS_PER_SECOND = 100;
const PARTS = ['node', 'PostgreSQL', 'nginx', 'wrk'] as const;
type Times = Record<(typeof PARTS)[number], number>;

/**
 * One, two and four nodes behind nginx on one PostgreSQL, in turn. Load generator, nginx, PostgreSQL and nodes share
 * the processors of this machine, so more nodes increase the throughput only while processors are idle. The processor
 * time of each part per response does not depend on that, and predicts the behaviour of separate machines.
 */
async function main(databaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'ops-hub-nodes-'));
  await chmod(folder, 0o755);
  const database = openDatabase(databaseUrl, console.error);
  await migrateDatabase(database);
  const { ids, headers } = await fill(database);
  const products: Awaited<ReturnType<typeof startProduct>>[] = [];
  for (let n = 0; n < Math.max(...NODES); n++) products.push(await startProduct(databaseUrl, folder));
  const nginx = await startProxy(
    folder,
    NODES.map((count) => products.slice(0, count).map(({ url }) => new URL(url).host)),
  );
  const postmaster = await postmasterOf(database);
  const timesNow = (): Times => ({
    node: sum(products.map(({ child }) => secondsOf(child.pid))),
    PostgreSQL: withChildren(postmaster),
    nginx: withChildren(nginx.pid),
    // wrk has already ended, as a child of this process.
    wrk: secondsOf(process.pid, [13, 14]),
  });
  console.log(`${availableParallelism()} processors for all parts, ${CONNECTIONS} connections`);
  console.log(
    `${'reads'.padEnd(26)}${'nodes'.padStart(6)}${'per s'.padStart(8)}${'busy'.padStart(7)}   ` +
      `processor ms per response: ${PARTS.map((part) => part.padStart(11)).join('')}`,
  );
  for (const { name, product } of operationsOn(ids).filter((each) => !each.product.body)) {
    const rounds = NODES.map(() => [] as { perSecond: number; used: Times; seconds: number }[]);
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [place] of NODES.entries()) {
        const load = { url: nginx.urls[place] ?? '', headers, ...product };
        const before = timesNow();
        const startedAt = performance.now();
        const { perSecond, refused } = await sendFor(SECONDS, CONNECTIONS, load, join(folder, 'wrk.lua'));
        if (refused > 0) throw new Error(`${name}: ${refused} answers were refused`);
        const after = timesNow();
        const used = Object.fromEntries(PARTS.map((part) => [part, after[part] - before[part]])) as Times;
        if (round > 0)
          rounds[place]?.push({ perSecond, used, seconds: (performance.now() - startedAt) / 1_000 });
      }
    }
    for (const [place, measured] of rounds.entries()) printRow(name, NODES[place] ?? 0, measured);
    printForecast(rounds[0] ?? []);
  }
  for (const { child } of products) {
    child.disconnect();
    await once(child, 'exit');
  }
  await nginx.stop();
  await database.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

type Measured = { perSecond: number; used: Times; seconds: number };

/** Processor time of a part per response, in milliseconds. */
const millisecondsOf = (part: keyof Times, measured: Measured[]) =>
  median(measured.map(({ used, perSecond }) => (used[part] * 1_000) / (perSecond * SECONDS)));

function printRow(name: string, nodes: number, measured: Measured[]) {
  const busy = median(measured.map(({ used, seconds }) => sum(Object.values(used)) / seconds));
  console.log(
    name.padEnd(26) +
      String(nodes).padStart(6) +
      median(measured.map(({ perSecond }) => perSecond))
        .toFixed(0)
        .padStart(8) +
      busy.toFixed(2).padStart(7) +
      ' '.repeat(30) +
      PARTS.map((part) => millisecondsOf(part, measured).toFixed(2).padStart(11)).join(''),
  );
}

/**
 * The capacity of each part on its own machine, from the times with one node, where the parts disturb each other least.
 * A node uses one processor.
 */
function printForecast(measured: Measured[]) {
  const ofNode = 1_000 / millisecondsOf('node', measured);
  const ofDatabase = 1_000 / millisecondsOf('PostgreSQL', measured);
  console.log(
    `  one node: up to ${ofNode.toFixed(0)} per s; one processor of the database: ${ofDatabase.toFixed(0)} per s, ` +
      `enough for ${(ofDatabase / ofNode).toFixed(1)} nodes`,
  );
}

async function startProxy(folder: string, groups: string[][]) {
  const ports = await Promise.all(groups.map(() => freePort()));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const servers = groups.map(
    (hosts, place) => `
  upstream nodes${place} { ${hosts.map((host) => `server ${host};`).join(' ')} keepalive ${CONNECTIONS}; }
  server {
    listen 127.0.0.1:${ports[place]};
    location / { proxy_pass http://nodes${place}; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }`,
  );
  return { urls, ...(await startNginx(folder, servers.join(''), urls[0] ?? '')) };
}

/** The parent of all processes of the database server. */
async function postmasterOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(statOf(rows[0]?.pid ?? 0)[1]);
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/**
 * Fields of a process after its name: state, parent, …; 11 and 12 are its own ticks, 13 and 14 those of its ended
 * children.
 */
function statOf(pid = 0): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    // The process has ended.
    return [];
  }
}

function secondsOf(pid = 0, fields = [11, 12]): number {
  const stat = statOf(pid);
  return sum(fields.map((field) => Number(stat[field] ?? 0))) / TICKS_PER_SECOND;
}

/** Processor time of a process and all its children, including ended ones. */
function withChildren(pid: number): number {
  const children = readdirSync('/proc').filter(
    (entry) => /^\d+$/.test(entry) && statOf(Number(entry))[1] === String(pid),
  );
  return secondsOf(pid, [11, 12, 13, 14]) + sum(children.map((child) => secondsOf(Number(child))));
}

await main(process.env['BENCH_DATABASE_URL'] ?? '');
