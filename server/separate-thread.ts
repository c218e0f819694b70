import { Piscina } from 'piscina';

/**
 * Runs slow functions of the module `file` in one thread, so that other requests do not wait. The thread starts with the
 * first call and ends after a minute without one. A call resolves to undefined if it is not done after `longestMs`,
 * waiting for earlier calls included; its work is then stopped. Values and results are copied.
 */
export function separateThread<Work extends Record<string, (given: never) => unknown>>(
  file: URL,
  longestMs: number,
) {
  let thread: Piscina | undefined;
  return async <N extends keyof Work & string>(
    name: N,
    given: Parameters<Work[N]>[0],
  ): Promise<ReturnType<Work[N]> | undefined> => {
    thread ??= new Piscina({ filename: file.href, minThreads: 0, maxThreads: 1, idleTimeout: 60_000 });
    const signal = AbortSignal.timeout(longestMs);
    try {
      return (await thread.run(given, { name, signal })) as ReturnType<Work[N]>;
    } catch (error) {
      if (!signal.aborted) throw error;
      return undefined;
    }
  };
}
