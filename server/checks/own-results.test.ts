import { expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '../../contract/checks.ts';
import { rememberOwnResults } from './revoke-failures.ts';

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
  own.add('a', stored(1));
  vi.advanceTimersByTime(30_000);
  const failedAt = performance.now();
  own.add('a', stored(2));
  vi.advanceTimersByTime(10_000);
  own.add('a', stored(3, 'unknown'));
  vi.advanceTimersByTime(10_000);
  own.add('a', stored(4));
  own.add('b', stored(5));
  const none = { serverId: 'c', ids: [] };
  expect(own.of(['a', 'c'], failedAt)).toEqual([{ serverId: 'a', ids: [2, 4] }, none]);
  own.clear();
  expect(own.of(['a'], 0)).toEqual([{ serverId: 'a', ids: [] }]);
});
