import { describe, expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

describe('ROUTE-03 threat 43 after sign-in only the product’s own addresses are opened', () => {
  test.each(['/', '/knowledge-base?doc=1&mode=edit', '/knowledge-base#top', '/a//b'])(
    'opens %s',
    (address) => {
      expect(ownPath(address)).toBe(address);
    },
  );

  test.each([
    undefined,
    '',
    'knowledge-base',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    'https://evil.example/',
    '/login?next=%2Flogin',
    '/Register/',
    'javascript:alert(1)',
    ' /login',
  ])('%j opens the home page', (address) => {
    expect(ownPath(address)).toBe('/');
  });
});
