import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { roundedUp } from './response-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The time in milliseconds after which a reply is sent, if the work takes `ms`. */
async function leavesAfter(ms: number, work: () => string = () => 'done'): Promise<[number, string]> {
  const begun = performance.now();
  const answer = roundedUp(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return work();
  }).catch((error: Error) => error.message);
  const timed = answer.then((text): [number, string] => [performance.now() - begun, text]);
  await vi.advanceTimersByTimeAsync(1_000);
  return timed;
}

test('AUTH-08 AUTH-15 work of different length is answered after the same time', async () => {
  expect(await leavesAfter(3)).toEqual([200, 'done']);
  expect(await leavesAfter(12)).toEqual([200, 'done']);
  expect(await leavesAfter(199)).toEqual([200, 'done']);
});

test('AUTH-08 AUTH-15 work that takes longer is answered at the next step', async () => {
  expect(await leavesAfter(201)).toEqual([400, 'done']);
  expect(await leavesAfter(390)).toEqual([400, 'done']);
});

test('AUTH-08 AUTH-15 a failure waits as well', async () => {
  const fail = () => {
    throw new Error('busy');
  };
  expect(await leavesAfter(5, fail)).toEqual([200, 'busy']);
});
