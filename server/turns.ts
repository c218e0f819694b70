/** Runs up to `atOnce` tasks at a time. Further tasks queue in order of arrival. */
export function placesFor(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    /** Number of queued tasks. */
    waiting: (): number => waiting.length,
    isIdle: (): boolean => running === 0,
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= atOnce) await new Promise<void>((begin) => waiting.push(begin));
      else running += 1;
      try {
        return await work();
      } finally {
        const begin = waiting.shift();
        if (begin) begin();
        else running -= 1;
      }
    },
  };
}

/**
 * Returns a function that runs the work, and once more if it is called meanwhile. Its promise resolves when no run is left.
 * Runs never overlap. The work handles its own errors.
 */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  const runAll = async () => {
    while (again) {
      again = false;
      await work();
    }
    running = undefined;
  };
  return () => {
    again = true;
    running ??= runAll();
    return running;
  };
}
