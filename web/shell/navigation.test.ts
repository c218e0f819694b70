import { describe, expect, test } from 'vitest';
import { isCurrent } from './navigation.ts';

describe('SHELL-01 the current entry', () => {
  test.each([
    ['/', '/', true],
    ['/', '/knowledge-base', false],
    ['/knowledge-base', '/knowledge-base', true],
    ['/knowledge-base', '/knowledge-base/bin', true],
    ['/knowledge-base', '/knowledge-bases', false],
    ['/knowledge-base', '/', false],
  ])('%s on %s: %s', (to, path, expected) => {
    expect(isCurrent(to, path)).toBe(expected);
  });
});
