import { Piscina } from 'piscina';
import { placesFor } from './turns.ts';

/** Calls that wait for the running one. Each waits at most this many times the time limit. */
const MOST_WAITING = 5;

/**
 * Runs slow functions of the module `file` in one thread, one after the other, so that other requests do not wait. The
 * thread starts with the first call and ends after a minute without one. A call resolves to undefined if it runs longer
 * than `longestMs`, and its work is stopped; or if MOST_WAITING calls wait already. Values and results are copied.
 */
export function separateThread<Work extends Record<string, (given: never) => unknown>>(
  file: URL,
  longestMs: number,
) {
  const places = placesFor(1);
  let thread: Piscina | undefined;
  return async <N extends keyof Work & string>(
    name: N,
    given: Parameters<Work[N]>[0],
  ): Promise<ReturnType<Work[N]> | undefined> => {
    if (places.waiting() >= MOST_WAITING) return undefined;
    return places.run(async () => {
      thread ??= new Piscina({ filename: file.href, minThreads: 0, maxThreads: 1, idleTimeout: 60_000 });
      const signal = AbortSignal.timeout(longestMs);
      try {
        return (await thread.run(given, { name, signal })) as ReturnType<Work[N]>;
      } catch (error) {
        if (!signal.aborted) throw error;
        return undefined;
      }
    });
  };
}
