/** Consecutive failures after which calls fail at once. */
const FAILURES = 3;
/** How long they do, before one call tries again. */
const PAUSE_MS = 10_000;

/**
 * Keeps calls from waiting for a service that does not respond. After some failures, calls are refused for a while. Then
 * one of them tries: its success lets all through again.
 */
export type CircuitBreaker = {
  /** Seconds until a call may try; 0 for a call that may try now. */
  wait(): number;
  succeeded(): void;
  failed(): void;
};

export function circuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let refusesUntil = -Infinity;
  return {
    wait() {
      if (failures < FAILURES) return 0;
      const left = refusesUntil - now();
      if (left > 0) return Math.ceil(left / 1000);
      // The others wait for the result of this call.
      refusesUntil = now() + PAUSE_MS;
      return 0;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      refusesUntil = now() + PAUSE_MS;
    },
  };
}
