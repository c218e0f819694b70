import { expect, test } from 'vitest';
import type { Outcome } from '../../contract/checks.ts';
import { rememberOwnResults } from './take-back.ts';

const stored = (resultId: number, at: number, outcome: Outcome = 'bad') => ({
  resultId,
  outcome,
  status: 'online' as const,
  latencyMs: null,
  message: '',
  simulated: false,
  checkedAt: new Date(at).toISOString(),
});

test('INFRA-11 discards the failures that this process counted since its network failed', () => {
  const own = rememberOwnResults();
  const now = Date.now();
  own.stored('a', stored(1, now - 60_000));
  own.stored('a', stored(2, now - 30_000));
  own.stored('a', stored(3, now - 20_000, 'unknown'));
  own.stored('a', stored(4, now - 10_000));
  own.stored('b', stored(5, now - 10_000));
  const none = { serverId: 'c', ids: [] };
  expect(own.of(['a', 'c'], now - 30_000)).toEqual([{ serverId: 'a', ids: [2, 4] }, none]);
  own.heard();
  expect(own.of(['a'], 0)).toEqual([{ serverId: 'a', ids: [] }]);
});
