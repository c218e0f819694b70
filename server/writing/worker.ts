import { Piscina } from 'piscina';
import { refuse, RefusalError } from '../http/errors.ts';
import { articleFrom, enhancedDocument } from './worker-thread.ts';

const WORK = { articleFrom, enhancedDocument };
type Work = typeof WORK;

/** Characters that are read at once; texts made to be hard take a second for each 100,000. */
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
 * Does the work on a long text in a thread of its own, so that nobody else waits for it. Rejects with a refusal where the
 * text takes longer than LONGEST_MS.
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
