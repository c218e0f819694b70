import { expect, test } from 'vitest';
import { hashToken, newToken } from './tokens.ts';

test('threat 17 secrets are 256 random bits, all different, and the stored value does not reveal them', () => {
  const tokens = Array.from({ length: 10_000 }, newToken);
  expect(new Set(tokens).size).toBe(10_000);
  for (const token of tokens.slice(0, 100)) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(hashToken(token)).toMatch(/^[\da-f]{64}$/);
    expect(hashToken(token)).not.toContain(token.slice(0, 8));
  }
});
