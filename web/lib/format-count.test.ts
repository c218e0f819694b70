import { expect, test } from 'vitest';
import { formatCount } from './format-count.ts';

test('UX groups whole numbers like en-US', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_234_567, -1_000, -999])
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
});
