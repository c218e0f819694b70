import { Piscina } from 'piscina';
import { refuse, RefusalError } from '../http/errors.ts';
import { articleFrom, enhancedDocument } from './worker-thread.ts';

const WORK = { articleFrom, enhancedDocument };
type Work = typeof WORK;

/** Characters processed in the main thread; a difficult text takes a second per 100,000. */
const SHORT = 4_000;
const LONGEST_MS = 20_000;

let thread: Piscina | undefined;
const openThread = (): Piscina =>
  (thread ??= new Piscina({
    filename: new URL('worker-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
  }));

/**
 * Processes a long text in a separate thread, so that other requests do not wait. Rejects with a refusal when it takes
 * longer than LONGEST_MS.
 */
export async function aside<N extends keyof Work>(
  name: N,
  text: string,
  ...given: Parameters<Work[N]>[0]
): Promise<ReturnType<Work[N]>> {
  if (text.length <= SHORT) return (WORK[name] as (given: unknown) => ReturnType<Work[N]>)(given);
  const signal = AbortSignal.timeout(LONGEST_MS);
  try {
    return (await openThread().run(given, { name, signal })) as ReturnType<Work[N]>;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new RefusalError(
      refuse(503, 'unavailable', 'This text takes too long to read. Try a shorter one.'),
    );
  }
}
