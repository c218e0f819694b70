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
