/** Rejects when the signal aborts, so that a check that hangs does not keep its slot. */
export const aborted = <T>(look: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    // A more specific error, if there is one, comes first.
    const giveUp = () => setImmediate(() => reject(signal.reason as Error));
    signal.addEventListener('abort', giveUp, { once: true });
    look.then(resolve, reject);
  });
