import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Product } from './proof-product.ts';

/** Reads of the inventory in a second. */
const PER_SECOND = 20;

/**
 * While the connections of a flood open, a read that needs a new connection waits behind them: node accepts one connection
 * at a time. The percentiles count from then on.
 */
const OPENING_SECONDS = 2;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A person who reads the inventory all the time. `read` returns milliseconds and the reads that failed. */
export function readerOf({ url, cookie }: Pick<Product, 'url' | 'cookie'>) {
  const agent = new Agent({ keepAlive: true });
  const readOnce = () =>
    new Promise<number | undefined>((resolve) => {
      const startedAt = performance.now();
      get(
        new URL('/api/servers', url),
        { agent, headers: { cookie: cookie() }, signal: AbortSignal.timeout(60_000) },
        (answer) =>
          answer
            .resume()
            .once('end', () =>
              resolve(answer.statusCode === 200 ? performance.now() - startedAt : undefined),
            ),
      ).on('error', () => resolve(undefined));
    });
  return {
    async read(seconds: number) {
      const reads: Promise<number | undefined>[] = [];
      const startedAt = performance.now();
      for (let n = 0; n < seconds * PER_SECOND; n += 1) {
        await wait(Math.max(0, startedAt + (n * 1_000) / PER_SECOND - performance.now()));
        reads.push(readOnce());
      }
      const times = await Promise.all(reads);
      const goodOf = (some: typeof times) => some.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
      const first = OPENING_SECONDS * PER_SECOND;
      const good = goodOf(times.slice(first));
      const at = (share: number) => good[Math.floor((good.length - 1) * share)] ?? Infinity;
      return {
        p50: at(0.5),
        p99: at(0.99),
        opening: goodOf(times.slice(0, first)).at(-1) ?? Infinity,
        failed: times.filter((ms) => ms === undefined).length,
      };
    },
  };
}

export type ReadingData = { url: string; cookie: string; seconds: number };
export type Reads = Awaited<ReturnType<ReturnType<typeof readerOf>['read']>>;

// As the body of a thread: reads once and posts the result.
const data = workerData as ReadingData | null;
if (data?.seconds) {
  const { url, cookie, seconds } = data;
  parentPort?.postMessage(await readerOf({ url, cookie: () => cookie }).read(seconds));
}
