/** Whatever a server does, a check is over in time: one that is not holds a place that others wait for. */
export const aborted = <T>(look: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    // Who knows better why it took so long says so before.
    const giveUp = () => setImmediate(() => reject(signal.reason as Error));
    signal.addEventListener('abort', giveUp, { once: true });
    look.then(resolve, reject);
  });
