import { Piscina } from 'piscina';

/** Calls in a row, the running one included. A call waits at most this many times the time limit. */
const MOST_CALLS = 6;

/**
 * Runs slow functions of the module `file` in one thread, one after the other, so that other requests do not wait. The
 * thread starts with the first call and ends after a minute without one. A call resolves to undefined if it runs longer
 * than `longestMs`, and its work is stopped; or if MOST_CALLS are not done yet. Values and results are copied.
 */
export function separateThread<Work extends Record<string, (given: never) => unknown>>(
  file: URL,
  longestMs: number,
) {
  let thread: Piscina | undefined;
  let calls = 0;
  let earlier: Promise<unknown> = Promise.resolve();

  const run = async (name: string, given: unknown) => {
    thread ??= new Piscina({ filename: file.href, minThreads: 0, maxThreads: 1, idleTimeout: 60_000 });
    const signal = AbortSignal.timeout(longestMs);
    try {
      return await thread.run(given, { name, signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      return undefined;
    }
  };

  return async <N extends keyof Work & string>(
    name: N,
    given: Parameters<Work[N]>[0],
  ): Promise<ReturnType<Work[N]> | undefined> => {
    if (calls >= MOST_CALLS) return undefined;
    calls += 1;
    const result = earlier.then(() => run(name, given)).finally(() => (calls -= 1));
    earlier = result.catch(() => undefined);
    return result as Promise<ReturnType<Work[N]> | undefined>;
  };
}
