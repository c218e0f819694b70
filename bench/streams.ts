import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../server/db/open.ts';
import { aSession } from '../test/factories.ts';
import { buildOnce, databaseUrl, openInstance } from './growth-instances.ts';
import { CALLS, type Sample } from './growth-calls.ts';
import { memoryOf, type Product } from './product.ts';
import { percentile } from './measure.ts';

const DOCUMENTS = 2_000;
const STREAMS = 500;
const PER_SECOND = Number(process.env['BENCH_PER_SECOND'] ?? 200);
const WARM_UP_S = 20;
/** Concurrent callers in the memory measurement. */
const CALLERS = 16;
const POINTS = 10;

/** The share of each call, in percent. */
const MIX: Record<string, number> = {
  'open a document': 25,
  'page of a document': 10,
  'cards, first page': 15,
  'cards of a category': 8,
  'search: a topic': 8,
  'servers, first page': 8,
  'servers with a text': 5,
  'page of a server, 24 h': 4,
  dashboard: 5,
  notifications: 7,
  'save a document': 3,
  'edit a server': 2,
};
const CHOICES = Object.entries(MIX).flatMap(([wanted, times]) => {
  const call = CALLS.find(({ name }) => name === wanted);
  if (!call) throw new Error(`there is no call "${wanted}"`);
  return Array.from({ length: times }, () => call);
});

type Target = { product: Product; sample: Sample; cookies: string[] };
const agent = new Agent({ keepAlive: true });

/** The n-th call of the mix. */
function choose(n: number) {
  const call = CHOICES[(n * 37) % CHOICES.length];
  if (!call) throw new Error('no calls');
  return call;
}

/** Sends the n-th call for one of the users. Returns undefined on success, else the problem. */
function send({ product, sample, cookies }: Target, n: number): Promise<string | undefined> {
  const call = choose(n);
  const { path, method = 'GET', body } = call.send(sample, n);
  const payload = body && JSON.stringify(body);
  const headers = {
    cookie: cookies[(n * 7) % cookies.length],
    ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  return new Promise((resolve) => {
    request(new URL(path, product.url), { method, agent, headers, timeout: 60_000 }, (answer) => {
      const { statusCode = 0 } = answer;
      answer
        .resume()
        .once('error', ({ message }) => resolve(message))
        .once('end', () => resolve(statusCode < 400 ? undefined : `${call.name}: ${statusCode}`));
    })
      .on('error', ({ message }) => resolve(`${call.name}: ${message}`))
      .on('timeout', function (this: ClientRequest) {
        this.destroy(new Error('no answer within a minute'));
      })
      .end(payload);
  });
}

/** Keeps an event stream open and counts its events; closed at the end of the measurement. */
function openStream(
  { product }: Target,
  cookie: string,
  seen: { events: number; ended: number },
): ClientRequest {
  const stream = request(
    new URL('/api/live', product.url),
    { agent: false, headers: { cookie } },
    (answer) => {
      answer.on('data', (data: Buffer) => (seen.events += data.toString().split('data: ').length - 1));
      answer.once('end', () => (seen.ended += 1));
    },
  );
  stream.on('error', () => (seen.ended += 1));
  stream.end();
  return stream;
}

type Sent = { times: { name: string; ms: number }[]; problems: string[] };

/** Sends calls on schedule, whether or not earlier ones have finished, so that a slow server cannot reduce the load. */
async function sendOnSchedule(target: Target, calls: number): Promise<Sent> {
  const sent: Sent = { times: [], problems: [] };
  const startedAt = performance.now();
  const open = new Set<Promise<void>>();
  for (let n = 0; n < calls; n++) {
    const due = startedAt + (n * 1_000) / PER_SECOND;
    const early = due - performance.now();
    if (early > 1) await wait(early);
    const answered: Promise<void> = send(target, n).then((problem) => {
      open.delete(answered);
      if (problem) sent.problems.push(problem);
      sent.times.push({ name: choose(n).name, ms: performance.now() - due });
    });
    open.add(answered);
  }
  await Promise.all(open);
  return sent;
}

async function measureStreams(target: Target, minutes: number) {
  const seen = { events: 0, ended: 0 };
  const memory = [memoryOf(target.product.child)];
  const streams = target.cookies.map((cookie) => openStream(target, cookie, seen));
  await wait(5_000);
  // A process that has just started compiles its code and connects to the database.
  await sendOnSchedule(target, WARM_UP_S * PER_SECOND);
  const calls = minutes * 60 * PER_SECOND;
  const halves: Sent[] = [];
  for (const _ of ['first', 'second']) {
    halves.push(await sendOnSchedule(target, calls / 2));
    memory.push(memoryOf(target.product.child));
  }
  const times = halves.flatMap((half) => half.times);
  const problems = halves.flatMap((half) => half.problems);
  const ended = seen.ended;
  for (const stream of streams) stream.destroy();
  const quantiles = (some: typeof times) =>
    [0.5, 0.95, 0.99].map((share) =>
      percentile(
        some.map(({ ms }) => ms),
        share,
      ),
    ) as [number, number, number];
  const [p50, p95, p99] = quantiles(times);
  console.log(
    `${streams.length} streams, ${calls} calls in ${minutes} min: ${problems.length} errors, ${ended} streams lost, ` +
      `${seen.events} events\n` +
      `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, p99/p50 ${(p99 / p50).toFixed(1)}\n` +
      `memory at the start, halfway and at the end: ${memory.join(', ')} MB`,
  );
  for (const [name, some] of Map.groupBy(times, (time) => time.name))
    console.log(
      `${name}: p50, p95, p99 ${quantiles(some)
        .map((ms) => ms.toFixed(1))
        .join(', ')} ms`,
    );
  for (const [problem, all] of Map.groupBy(problems, (text) => text))
    console.log(`${all.length} × ${problem}`);
}

/** Sends calls over several connections, one at a time on each, and prints the server's memory at ten points. */
async function measureMemory(target: Target, calls: number) {
  const startedAt = performance.now();
  let next = 0;
  const problems: string[] = [];
  const caller = async () => {
    while (next < calls) {
      const n = next++;
      const problem = await send(target, n);
      if (problem) problems.push(problem);
      if ((n + 1) % Math.ceil(calls / POINTS) === 0)
        console.log(
          `after ${n + 1} calls: ${memoryOf(target.product.child)} MB, ${Math.round((performance.now() - startedAt) / 1_000)} s`,
        );
    }
  };
  console.log(`before: ${memoryOf(target.product.child)} MB`);
  await Promise.all(Array.from({ length: CALLERS }, caller));
  console.log(`${problems.length} errors`);
}

const [first = '10', second = '1000000'] = process.argv.slice(2);
const server = process.env['BENCH_DATABASE_URL'] ?? '';
const folder = await mkdtemp(join(tmpdir(), 'ops-hub-streams-'));
await chmod(folder, 0o755);
try {
  await buildOnce(server, DOCUMENTS);
  const { product, sample } = await openInstance(server, DOCUMENTS, folder);
  const database = openDatabase(databaseUrl(server, DOCUMENTS), console.error);
  const { rows } = await database.pool.query<{ id: string }>('select id from users order by email limit $1', [
    STREAMS,
  ]);
  const cookies = await Promise.all(rows.map(async (row) => `sid=${await aSession(database.db, row)}`));
  await database.close();
  const target = { product, sample, cookies };
  await (first === 'requests'
    ? measureMemory(target, Number(second))
    : measureStreams(target, Number(first)));
  product.child.disconnect();
  await once(product.child, 'exit');
} finally {
  agent.destroy();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
