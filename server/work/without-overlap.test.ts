import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withoutOverlap } from './without-overlap.ts';

test('work runs once more if it is called meanwhile, and never twice at a time', async () => {
  let [started, running, most] = [0, 0, 0];
  const run = withoutOverlap(async () => {
    started += 1;
    running += 1;
    most = Math.max(most, running);
    await wait(1);
    running -= 1;
  });
  const first = run();
  void run();
  await Promise.all([first, run()]);
  expect({ started, most }).toEqual({ started: 2, most: 1 });
  await run();
  expect(started).toBe(3);
});

test('a call right after the last run is not lost', async () => {
  let started = 0;
  const work = Promise.withResolvers<void>();
  const run = withoutOverlap(() => {
    started += 1;
    return work.promise;
  });
  void run();
  // Learns of the end of the work after the run, but before those who wait for the run.
  const second = work.promise.then(() => run());
  work.resolve();
  await second;
  expect(started).toBe(2);
});
