import { expect, test, vi } from 'vitest';
import { allowanceOf, budgetOf } from './budget.ts';
import { RefusalError } from '../http/errors.ts';

const LIMITS = { person: 10, all: 25, waiting: 10, waitMs: 1_000 };

/** What a take has come to so far. */
function watched(take: Promise<{ release(): void }>) {
  const state = { is: 'waiting', release: () => {} };
  take.then(
    (held) => Object.assign(state, { is: 'running', release: held.release }),
    (error: unknown) =>
      Object.assign(state, { is: error instanceof RefusalError ? error.refusal.status : 'broken' }),
  );
  return state;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('F2 a person waits for their own share, others do not wait for them', async () => {
  const budget = budgetOf(LIMITS);
  const first = await budget.take('ann', 8);
  const second = watched(budget.take('ann', 8));
  const other = watched(budget.take('bob', 8));
  await settled();
  expect([second.is, other.is]).toEqual(['waiting', 'running']);
  first.resize(1);
  await settled();
  expect(second.is).toBe('running');
  second.release();
  other.release();
  first.release();
  first.release();
  expect(budget.used()).toBe(0);
});

test('F2 all people together wait, and a single call may always run', async () => {
  const budget = budgetOf(LIMITS);
  const held = await Promise.all(['a', 'b', 'c'].map((who) => budget.take(who, 8)));
  const late = watched(budget.take('d', 8));
  await settled();
  expect(late.is).toBe('waiting');
  for (const one of held) one.release();
  await settled();
  late.release();
  expect(late.is).toBe('running');
  (await budget.take('e', 1_000)).release();
});

test('F2 a long queue, a long wait and a lost connection end with 503', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const budget = budgetOf(LIMITS);
    const held = await budget.take('ann', 10);
    const gone = new AbortController();
    const waiting = watched(budget.take('ann', 10, gone.signal));
    await expect(budget.take('ann', 1)).rejects.toMatchObject({
      refusal: { status: 503, retryAfterSeconds: 2 },
    });
    gone.abort();
    await settled();
    expect(waiting.is).toBe(503);
    const patient = watched(budget.take('ann', 10));
    vi.advanceTimersByTime(1_000);
    await settled();
    expect(patient.is).toBe(503);
    held.release();
    expect(budget.used('ann')).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('F5 an allowance ends for one person until the period is over', () => {
  vi.useFakeTimers();
  try {
    const use = allowanceOf({ units: 10, seconds: 60 });
    expect([use('ann', 6), use('ann', 6), use('bob', 6), use('ann', 4)]).toEqual([
      undefined,
      60,
      undefined,
      undefined,
    ]);
    vi.advanceTimersByTime(60_000);
    expect(use('ann', 6)).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
