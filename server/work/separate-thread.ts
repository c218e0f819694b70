import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { refuse, RefusalError } from '../http/errors.ts';

/** Calls that wait for the running one. Each waits at most this many times the time limit. */
const MOST_WAITING = 5;

type Functions = Record<string, (given: never) => unknown>;

/**
 * Runs slow functions of the module `file` in one thread, one after the other, so that other requests do not wait. The
 * thread starts with the first call and ends after a minute without one. A call resolves to undefined if it runs longer
 * than `longestMs`, and its work is stopped; or if `mostWaiting` calls wait already. Values and results are copied.
 */
export function separateThread<Work extends Functions>(
  file: URL,
  longestMs: number,
  mostWaiting = MOST_WAITING,
) {
  const inTurn = pLimit(1);
  let thread: Piscina | undefined;
  return async <N extends keyof Work & string>(
    name: N,
    given: Parameters<Work[N]>[0],
  ): Promise<ReturnType<Work[N]> | undefined> => {
    if (inTurn.pendingCount >= mostWaiting) return undefined;
    return inTurn(async () => {
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

/**
 * Runs `work`, exports of the module `file`, at once for texts of up to `short` characters, and in a
 * separate thread for longer ones. Throws 503 when a text takes longer than `longestMs`, or when too many wait.
 */
export function threadForLongTexts<Work extends Functions>(
  file: URL,
  work: Work,
  { short, longestMs, mostWaiting }: { short: number; longestMs: number; mostWaiting?: number },
) {
  const inThread = separateThread<Work>(file, longestMs, mostWaiting);
  return async <N extends keyof Work & string>(
    name: N,
    length: number,
    given: Parameters<Work[N]>[0],
  ): Promise<ReturnType<Work[N]>> => {
    if (length <= short) return (work[name] as (given: unknown) => ReturnType<Work[N]>)(given);
    const result = await inThread(name, given);
    if (result !== undefined) return result;
    const text = 'This text takes too long to read now. Try again, or with a shorter one.';
    throw new RefusalError(refuse(503, 'unavailable', text, { retryAfterSeconds: 5 }));
  };
}
