import { expect, test } from 'vitest';
import { withinTime } from './time-limit.ts';

test('threat 94 stops work that never ends, and returns the result or the error of other work', () => {
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
