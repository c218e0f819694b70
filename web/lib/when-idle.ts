/** How long a task waits for an idle moment before it runs anyway. */
const MOST_WAIT_MS = 250;

/**
 * Runs a task after a delay in an idle moment, so that it does not delay a key press. Returns a function that cancels
 * it. Safari lacks requestIdleCallback.
 */
export function whenIdle(task: () => void, delayMs: number): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'undefined') task();
    else idle = requestIdleCallback(task, { timeout: MOST_WAIT_MS });
  }, delayMs);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
