import { expect, test } from 'vitest';
import { aborted } from './connection.ts';

const never = () => new Promise<never>(() => undefined);

test('INFRA-11 a probe that never ends is over when its time is', async () => {
  await expect(aborted(never(), AbortSignal.timeout(20))).rejects.toThrow(/timeout/i);
});

test('INFRA-11 returns the result or error of a probe that ends in time', async () => {
  const signal = AbortSignal.timeout(10_000);
  expect(await aborted(Promise.resolve('seen'), signal)).toBe('seen');
  await expect(aborted(Promise.reject(new Error('refused')), signal)).rejects.toThrow('refused');
});

test('INFRA-11 a probe can give its own reason for a timeout', async () => {
  const over = new AbortController();
  const look = new Promise<never>((_, reject) => {
    over.signal.addEventListener(
      'abort',
      () => void Promise.resolve().then(() => reject(new Error('no such name'))),
    );
  });
  const result = aborted(look, over.signal);
  over.abort(new Error('too late'));
  await expect(result).rejects.toThrow('no such name');
});
