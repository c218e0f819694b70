import { expect, test } from 'vitest';
import { withinTime } from './time-limit.ts';

test('threat 94 work that never ends is stopped, other work returns its result or its error', () => {
  let rounds = 0;
  expect(
    withinTime(20, () => {
      for (;;) rounds += 1;
    }),
  ).toBeUndefined();
  expect(rounds).toBeGreaterThan(0);
  expect(withinTime(60_000, () => withinTime(60_000, () => 'inner'))).toBe('inner');
  const mistake = new Error('a mistake of the work');
  expect(() =>
    withinTime(60_000, () => {
      throw mistake;
    }),
  ).toThrow(mistake);
});
