import { expect, test } from 'vitest';
import { circuitBreaker } from './circuit-breaker.ts';

test('F14 after three failures calls are refused for ten seconds, then one tries, and its success lets all through', () => {
  let now = 0;
  const breaker = circuitBreaker(() => now);
  for (let n = 0; n < 3; n += 1) {
    expect(breaker.wait()).toBe(0);
    breaker.failed();
  }
  expect(breaker.wait()).toBe(10);
  now = 9_999;
  expect(breaker.wait()).toBe(1);
  now = 10_000;
  expect([breaker.wait(), breaker.wait()]).toEqual([0, 10]);
  breaker.failed();
  now = 15_000;
  expect(breaker.wait()).toBe(5);
  now = 20_000;
  expect(breaker.wait()).toBe(0);
  breaker.succeeded();
  expect([breaker.wait(), breaker.wait()]).toEqual([0, 0]);
  breaker.failed();
  expect(breaker.wait()).toBe(0);
});
