import { expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '../../contract/checks.ts';
import { rememberOwnResults } from './take-back.ts';

const stored = (resultId: number, outcome: Outcome = 'bad') => ({
  resultId,
  outcome,
  status: 'online' as const,
  latencyMs: null,
  message: '',
  simulated: false,
  checkedAt: '2030-01-01T00:00:00.000Z',
});

test('INFRA-11 discards the failures that this process counted since its network failed', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const own = rememberOwnResults();
  own.stored('a', stored(1));
  vi.advanceTimersByTime(30_000);
  const failedAt = performance.now();
  own.stored('a', stored(2));
  vi.advanceTimersByTime(10_000);
  own.stored('a', stored(3, 'unknown'));
  vi.advanceTimersByTime(10_000);
  own.stored('a', stored(4));
  own.stored('b', stored(5));
  const none = { serverId: 'c', ids: [] };
  expect(own.of(['a', 'c'], failedAt)).toEqual([{ serverId: 'a', ids: [2, 4] }, none]);
  own.heard();
  expect(own.of(['a'], 0)).toEqual([{ serverId: 'a', ids: [] }]);
});
