/** Rejects when the signal aborts, so that a hanging check frees its slot. */
export const aborted = <T>(look: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    // A more specific error takes precedence.
    const giveUp = () => setImmediate(() => reject(signal.reason as Error));
    signal.addEventListener('abort', giveUp, { once: true });
    look.then(resolve, reject);
  });
