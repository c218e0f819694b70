import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition holds (true) or the time is over (false). */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timing: { limitMs: number; everyMs: number },
): Promise<boolean> {
  const deadline = performance.now() + timing.limitMs;
  while (!(await condition())) {
    if (performance.now() >= deadline) return false;
    await sleep(timing.everyMs);
  }
  return true;
}
