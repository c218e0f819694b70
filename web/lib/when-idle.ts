/** How long a task waits for a moment in which the page has nothing to do, before it is done all the same. */
const MOST_WAIT_MS = 250;

/**
 * Does it after so many ms, between two keys rather than in front of one; the answer takes it back. Safari tells nobody when
 * it has nothing to do.
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
