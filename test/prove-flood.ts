import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { demo } from '../contract/calls/demo.ts';
import { documents } from '../contract/calls/documents.ts';
import { connectionOfRunning } from '../server/db/embedded/embedded.ts';
import { openDatabase } from '../server/db/open.ts';
import { aSession, aUser } from './factories.ts';
import type { Flood, Flooded } from './flood-visitors.ts';
import { readerOf } from './inventory-reader.ts';
import type { Product } from './proof-product.ts';

const SECONDS = 30;
const SIGN_INS = { perSecond: 2_000, seconds: SECONDS };
const STREAMS = 1_000;
const STREAMS_PER_USER = 20;
const SLOW = 300;
const IDLE = 2_000;
/** Maximum p99 of the inventory during the flood, as a multiple of the p99 before. */
const MOST_RATIO = 3;
const LONGEST_OPENING_MS = 1_000;
const MOST_MB = 200;
/** The server must drop a client that sends no complete request, or reads no response, within this time. */
const LONGEST_MS = 150_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Floods the product in several ways while somebody reads the inventory. Prints the measurements, and fails if they exceed
 * the limits.
 */
export async function proveFlood(product: Product, dataDir: string): Promise<void> {
  // Each flood comes through a trusted proxy, so that it can come from many networks.
  process.env['TRUST_PROXY'] = 'on';
  const child = await product.start();
  delete process.env['TRUST_PROXY'];
  await product.ask(demo.add, {});
  const reader = readerOf(product);
  const problems: string[] = [];
  const idle = await reader.read(SECONDS);
  console.log(`idle: p99 ${idle.p99.toFixed(1)} ms`);

  const compare = async (name: string, run: () => Promise<string>, mostRatio = Infinity) => {
    const before = memoryOf(child);
    const reading = reader.read(SECONDS);
    const [summary, busy] = [await run(), await reading];
    const grown = memoryOf(child) - before;
    const ratio = busy.p99 / idle.p99;
    console.log(
      `${name}: inventory p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms (${ratio.toFixed(1)} × idle), ` +
        `${busy.failed} failed, at most ${busy.opening.toFixed(0)} ms in the first seconds; ` +
        `memory ${grown >= 0 ? '+' : ''}${grown} MB; ${summary}`,
    );
    if (ratio > mostRatio) problems.push(`${name}: p99 is ${ratio.toFixed(1)} times that of idle`);
    if (mostRatio < Infinity && busy.opening > LONGEST_OPENING_MS)
      problems.push(`${name}: a read in the first seconds took ${busy.opening.toFixed(0)} ms`);
    if (busy.failed > 0) problems.push(`${name}: ${busy.failed} reads of the inventory failed`);
    if (grown > MOST_MB) problems.push(`${name}: memory grew by ${grown} MB`);
  };

  for (const networks of [1, 5_000])
    await compare(
      `sign-ins from ${networks} networks`,
      () => floodWith(child, { ...SIGN_INS, networks, url: product.url }),
      MOST_RATIO,
    );
  await compare('slow clients', () => slowClients(product, problems));
  await compare('event streams', () => openStreams(product, dataDir, problems));
  await product.kill(child);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function floodWith(child: ChildProcess, data: Flood): Promise<string> {
  const before = processorMsOf(child);
  const worker = new Worker(new URL('./flood-visitors.ts', import.meta.url), { workerData: data });
  const [{ times, unsent, processorMs }] = (await once(worker, 'message')) as [Flooded];
  const used = processorMsOf(child) - before;
  const share = (ms: number) => `${Math.round(ms / data.seconds / 10)} %`;
  const answers = Object.entries(times).map(([status, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    return `${sorted.length} × ${status} (p95 ${sorted[Math.floor(sorted.length * 0.95)]?.toFixed(0)} ms)`;
  });
  return `${answers.join(', ')}, ${unsent} not sent; processor: product ${share(used)}, visitors ${share(processorMs)}`;
}

/** Clients that send or read almost nothing. The server must drop each. */
async function slowClients({ url, cookie }: Product, problems: string[]): Promise<string> {
  const { port } = new URL(url);
  const open = (begin: string, isReading = true) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    if (isReading) socket.resume();
    else socket.pause();
    if (begin) socket.write(begin);
    return socket;
  };
  const body =
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{';
  const list = `GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nCookie: ${cookie()}\r\n\r\n`;
  const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  const kinds: [name: string, sockets: Socket[], drip: string][] = [
    ['headers byte by byte', many(SLOW, () => open('GET /healthz HTTP/1.1\r\nHost: x\r\nX: ')), 'x'],
    ['bodies byte by byte', many(SLOW, () => open(body)), ' '],
    ['answers not read', many(SLOW, () => open(list.repeat(20), false)), ''],
    ['nothing sent', many(IDLE, () => open('')), ''],
  ];
  // A client that does not read does not notice the end. Reading now shows which connections are still open.
  const unread = kinds[2]?.[1] ?? [];
  const reading = setTimeout(() => unread.forEach((socket) => socket.resume()), LONGEST_MS - 15_000);
  const startedAt = performance.now();
  const closed = kinds.map(([, sockets]) =>
    Promise.all(
      sockets.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))),
    ).then(() => performance.now() - startedAt),
  );
  const dripping = setInterval(() => {
    for (const [, sockets, drip] of kinds)
      if (drip) for (const socket of sockets) if (socket.writable) socket.write(drip);
  }, 500);
  const ends = await Promise.all(
    closed.map((ended) => Promise.race([ended, wait(LONGEST_MS).then(() => Infinity)])),
  );
  clearTimeout(reading);
  clearInterval(dripping);
  for (const [, sockets] of kinds) for (const socket of sockets) socket.destroy();
  return kinds
    .map(([name, sockets], n) => {
      const ms = ends[n] ?? Infinity;
      if (ms > LONGEST_MS) problems.push(`${name}: still open after ${Math.round(ms / 1_000)} s`);
      return `${sockets.length} × ${name}: closed within ${Math.round(ms / 1_000)} s`;
    })
    .join(', ');
}

/** Opens event streams for many people. Each must receive every change. */
async function openStreams(product: Product, dataDir: string, problems: string[]): Promise<string> {
  const connection = await connectionOfRunning(dataDir);
  if (!connection) throw new Error('the database does not run');
  const database = openDatabase(connection, console.error);
  const people = await Promise.all(
    Array.from({ length: STREAMS / STREAMS_PER_USER }, async () =>
      aSession(database.db, await aUser(database.db)),
    ),
  );
  await database.close();
  let [events, ended] = [0, 0];
  const streams = await Promise.all(
    people.flatMap((token) =>
      Array.from(
        { length: STREAMS_PER_USER },
        () =>
          new Promise<ReturnType<typeof get>>((resolve, reject) => {
            const stream = get(
              new URL('/api/live', product.url),
              { agent: false, headers: { cookie: `sid=${token}` } },
              (answer) => {
                answer.on(
                  'data',
                  (data: Buffer) => (events += data.toString().split('"document').length - 1),
                );
                answer.once('close', () => (ended += 1));
                answer.once('data', () => resolve(stream));
              },
            ).on('error', reject);
          }),
      ),
    ),
  );
  const slowest: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const startedAt = performance.now();
    const before = events;
    await product.ask(documents.create, { body: { title: `Heard ${n}`, content: 'Text' } });
    while (events < before + streams.length && performance.now() - startedAt < 10_000) await wait(5);
    slowest.push(performance.now() - startedAt);
    if (events < before + streams.length)
      problems.push(`change ${n}: ${events - before} of ${streams.length} heard`);
  }
  const lost = ended;
  for (const stream of streams) stream.destroy();
  if (lost > 0) problems.push(`${lost} streams ended`);
  return `${streams.length} open, ${lost} lost, 20 changes heard by all within ${Math.round(Math.max(...slowest))} ms`;
}

/** Resident memory in MB. */
const memoryOf = ({ pid }: ChildProcess) =>
  Math.round((Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096) / 2 ** 20);

/** Processor time so far. The kernel counts in hundredths of a second. */
function processorMsOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
