import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { demo } from '../contract/calls/demo.ts';
import { documents } from '../contract/calls/documents.ts';
import { servers } from '../contract/calls/servers.ts';
import { postmasterPid } from './embedded-fixture.ts';
import type { Product } from './proof-product.ts';

const READERS = 32;
const SECONDS = 15;
/** The copy follows changes within a second, and sessions within 15. */
const COPIED_MS = 20_000;
/** Maximum p95 while the database is frozen, as a multiple of the p95 before. */
const MOST_RATIO = 1.5;
const BACK_WITHIN_MS = 2_000;

type Read = { url: string; ms: number; status: number; body: string; isCopy: boolean };

/** Freezes all processes of PostgreSQL under 32 readers. Every read must be right, about as fast as before, and normal soon after. */
export async function proveOutage(product: Product, dataDir: string): Promise<void> {
  // Checks would change the servers meanwhile.
  process.env['CHECK_INTERVAL_SECONDS'] = '0';
  const child = await product.start();
  delete process.env['CHECK_INTERVAL_SECONDS'];
  await product.ask(demo.add, {});
  const urls = await addressesOf(product);
  const right = new Map<string, string>();
  for (const url of urls) right.set(url, (await read(product, url)).body);
  await wait(COPIED_MS);

  const before = await readFor(product, urls, SECONDS);
  const goOn = await freeze(dataDir);
  const frozen = await readFor(product, urls, SECONDS);
  goOn();
  const backMs = await untilBack(product, urls[0] ?? '');
  const problems = [...before, ...frozen].flatMap(({ url, status, body }) =>
    status === 200 && body === right.get(url) ? [] : [`${url}: ${status} ${body.slice(0, 200)}`],
  );
  const [usual, during] = [percentile95(before), percentile95(frozen)];
  const copies = frozen.filter(({ isCopy }) => isCopy).length;
  console.log(
    `outage: ${frozen.length} reads by ${READERS} readers while PostgreSQL was frozen for ${SECONDS} s, ${copies} ` +
      `from the copy, ${problems.length} wrong; p95 ${during.toFixed(1)} ms, ${(during / usual).toFixed(2)} × usual; ` +
      `longest ${Math.max(...frozen.map(({ ms }) => ms)).toFixed(0)} ms; normal ${backMs.toFixed(0)} ms after its return`,
  );
  if (problems.length > 0) throw new Error(`wrong reads:\n${problems.slice(0, 5).join('\n')}`);
  if (copies === 0) throw new Error('no read came from the copy');
  if (during > usual * MOST_RATIO) throw new Error(`p95 grew more than ${MOST_RATIO} times`);
  if (backMs > BACK_WITHIN_MS) throw new Error(`it took ${backMs} ms until reads were normal`);
  await product.stop(child);
}

async function addressesOf(product: Product): Promise<string[]> {
  const listed = await product.ask(documents.list, { query: { fields: 'card', limit: 20 } });
  const some = await product.ask(servers.list, { query: { limit: 20 } });
  return [
    '/api/documents?fields=card&limit=50',
    '/api/documents/facets',
    '/api/servers?limit=50&sort=name',
    ...listed.flatMap(({ id }) => [`/api/documents/${id}`, `/api/documents/${id}/servers`]),
    ...some.map(({ id }) => `/api/servers/${id}`),
  ];
}

async function read(product: Product, url: string): Promise<Read> {
  const startedAt = performance.now();
  const response = await product.send(url, {});
  const body = await response.text();
  const isCopy = response.headers.has('x-copy-of');
  return { url, ms: performance.now() - startedAt, status: response.status, body, isCopy };
}

async function readFor(product: Product, urls: string[], seconds: number): Promise<Read[]> {
  const until = performance.now() + seconds * 1_000;
  const reads: Read[] = [];
  const readAll = async (first: number) => {
    for (let n = first; performance.now() < until; n++)
      reads.push(await read(product, urls[n % urls.length] ?? ''));
  };
  await Promise.all(Array.from({ length: READERS }, (_, n) => readAll(n)));
  return reads;
}

const percentile95 = (reads: Read[]): number => {
  const sorted = reads.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
};

/** Stops all processes of PostgreSQL, like a machine that hangs. They go on when the returned function is called. */
async function freeze(dataDir: string): Promise<() => void> {
  const pid = await postmasterPid(`${dataDir}/postgres`);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  const pids = [pid, ...children.trim().split(/\s+/).map(Number)];
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => pids.forEach((each) => process.kill(each, signal));
  send('SIGSTOP');
  return () => send('SIGCONT');
}

async function untilBack(product: Product, url: string): Promise<number> {
  const startedAt = performance.now();
  while ((await read(product, url)).isCopy) await wait(20);
  return performance.now() - startedAt;
}
