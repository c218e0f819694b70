import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { waitUntil } from '../server/db/wait-until.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';
import { startNginx } from './nginx.ts';
import { productWith, type Product } from './proof-product.ts';
import { startServers } from './standby-servers.ts';

const LOAD = { reads: 4, 'writes with a key': 3, 'writes without a key': 3 };
type Kind = keyof typeof LOAD;
/** Responses of each kind before and after each event. */
const CALLS_BETWEEN = 30;
const LONGEST_WAIT_MS = 60_000;

/**
 * Runs two nodes behind nginx under load. One is killed, both are restarted one after the other, and both are replaced by a
 * newer version with one more migration. Counts the errors of a client that does not retry. Reads, and writes with an
 * Idempotency-Key, must never fail. No write may be stored twice.
 */
export async function proveNodes(rounds: number, programs: string): Promise<void> {
  const { folder, remove } = await openTemporaryFolder();
  const database = await startServers(programs, [], { isSafe: true });
  const settings = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.primary.url,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY: 'on',
  };
  const ports = [await freePort(), await freePort()];
  const newer = await newerVersion(join(folder, 'newer'));
  const places = ports.map((port) => ({
    node: productWith(port, settings),
    newer: productWith(port, settings, { folder: newer }),
  }));
  const proxy = await freePort();
  const url = `http://127.0.0.1:${proxy}`;
  const endings = [remove, database.stop];
  try {
    const running: { product: Product; child: ChildProcess }[] = [];
    for (const { node, newer: later } of places) {
      endings.push(node.end, later.end);
      running.push({ product: node, child: await node.start() });
    }
    await places[0]?.node.signIn();
    const nginx = await startNginx(join(folder, 'nginx'), await proxyFor(ports, proxy), url);
    endings.push(nginx.stop);
    const load = startLoad(url, places[0]?.node.cookie() ?? '');
    endings.push(load.stop);
    const restartAll = async (version: 'node' | 'newer', way: 'kill' | 'stop') => {
      for (const [n, place] of places.entries()) {
        const { product = place.node, child } = running[n] ?? {};
        await load.answers(CALLS_BETWEEN);
        const exit = child && (await product[way](child));
        if (way === 'stop' && exit !== 0) throw new Error(`a node ended with ${String(exit)}`);
        await load.answers(CALLS_BETWEEN);
        running[n] = { product: place[version], child: await place[version].start() };
      }
    };
    for (let round = 0; round < rounds; round += 1) await restartAll('node', 'kill');
    load.report(`${rounds * 2} kills`);
    for (let round = 0; round < rounds; round += 1) await restartAll('node', 'stop');
    load.report(`${rounds * 2} restarts`);
    await restartAll('newer', 'stop');
    await load.answers(CALLS_BETWEEN);
    load.report('2 restarts to a newer version');
    await load.stop();
    await verify(database.primary.url, load);
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

/** The settings that docs/scaling.md shows, with the addresses of this run. */
async function proxyFor(ports: string[], port: string): Promise<string> {
  const settings = /```nginx\n(.*?)```/s.exec(await readFile('docs/scaling.md', 'utf8'))?.[1] ?? '';
  const [first, second] = ports;
  return settings
    .replace('10.0.0.11:3000', `127.0.0.1:${first}`)
    .replace('10.0.0.12:3000', `127.0.0.1:${second}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
}

/** A copy of the product with one more migration, which adds a column. */
async function newerVersion(folder: string): Promise<string> {
  for (const part of ['server', 'contract', 'package.json'])
    await cp(part, join(folder, part), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const migrations = join(folder, 'server/db/migrations');
  const path = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1);
  if (!last) throw new Error('there is no migration');
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'newer' };
  await writeFile(path, JSON.stringify({ ...journal, entries: [...journal.entries, next] }));
  await writeFile(join(migrations, 'newer.sql'), 'alter table documents add column newer text');
  return folder;
}

type Load = ReturnType<typeof startLoad>;

function startLoad(url: string, cookie: string) {
  const run = randomUUID().slice(0, 8);
  let counts: Counts = emptyCounts();
  /** Acknowledged titles, and all titles that were sent. */
  const stored: string[] = [];
  const sent: string[] = [];
  let isStopping = false;

  async function ask(kind: Kind, path: string, init: RequestInit): Promise<boolean> {
    const headers = { cookie, ...(init.headers as Record<string, string>) };
    const outcome = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(30_000) }).then(
      async (answer) => (await answer.arrayBuffer(), answer.ok ? '' : String(answer.status)),
      ({ message, cause }: Error & { cause?: { code?: string } }) => cause?.code ?? message,
    );
    if (outcome) counts[kind].bad.push(outcome);
    else counts[kind].good += 1;
    return outcome === '';
  }
  async function write(kind: Kind, key: Record<string, string>) {
    const title = `Nodes ${run} ${randomUUID()}`;
    sent.push(title);
    const headers = { 'content-type': 'application/json', ...key };
    const body = JSON.stringify({ title, content: 'Text' });
    if (await ask(kind, '/api/documents', { method: 'POST', headers, body })) stored.push(title);
  }
  const callOf: Record<Kind, () => Promise<unknown>> = {
    reads: () => ask('reads', '/api/documents?fields=card&limit=10', {}),
    'writes with a key': () => write('writes with a key', { 'idempotency-key': randomUUID() }),
    'writes without a key': () => write('writes without a key', {}),
  };
  const work = Object.entries(LOAD).flatMap(([kind, times]) =>
    Array.from({ length: times }, async () => {
      while (!isStopping) await callOf[kind as Kind]();
    }),
  );
  return {
    run,
    stored,
    sent,
    async answers(more: number) {
      const goals = Object.entries(counts).map(([kind, { good }]) => [kind as Kind, good + more] as const);
      const isReached = () => goals.every(([kind, goal]) => counts[kind].good >= goal);
      const isInTime = await waitUntil(isReached, { limitMs: LONGEST_WAIT_MS, everyMs: 10 });
      if (!isInTime) throw new Error(`nodes: there are no more answers: ${JSON.stringify(counts)}`);
    },
    /** Results of clients since the last report. */
    report(name: string) {
      for (const [kind, { good, bad }] of Object.entries(counts)) {
        const failed = bad.length > 0 ? ` (${[...new Set(bad)].join(', ')})` : '';
        console.log(`nodes: ${name}: ${good} ${kind} answered, ${bad.length} failed${failed}`);
        if (bad.length > 0 && kind !== 'writes without a key') throw new Error(`${kind} failed`);
      }
      counts = emptyCounts();
    },
    async stop() {
      isStopping = true;
      await Promise.all(work);
    },
  };
}

type Counts = Record<Kind, { good: number; bad: string[] }>;

const emptyCounts = (): Counts => ({
  reads: { good: 0, bad: [] },
  'writes with a key': { good: 0, bad: [] },
  'writes without a key': { good: 0, bad: [] },
});

async function verify(url: string, { run, stored, sent }: Load) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ title: string }>('select title from documents where title like $1', [
    `Nodes ${run} %`,
  ]);
  await client.end();
  const there = new Set(rows.map(({ title }) => title));
  const lost = stored.filter((title) => !there.has(title));
  if (lost.length > 0 || there.size !== rows.length || there.size > sent.length)
    throw new Error(`nodes: ${lost.length} writes lost, ${rows.length - there.size} stored twice`);
  console.log(`nodes: ${stored.length} writes acknowledged, 0 lost, 0 duplicates`);
}
