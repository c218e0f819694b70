import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseKey, forgetChoices, hasChoices, keyFor, meaningOf } from './key-choices.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('SHELL-11 a single-character key can be changed, and no key has two meanings', () => {
  expect([meaningOf('n'), keyFor('n'), hasChoices()]).toEqual(['n', 'n', false]);
  chooseKey('n', 'w');
  expect([meaningOf('w'), meaningOf('n'), keyFor('n')]).toEqual(['n', undefined, 'w']);
  // Choosing a used key swaps the two.
  chooseKey('j', 'k');
  expect([meaningOf('k'), meaningOf('j'), keyFor('j'), keyFor('k')]).toEqual(['j', 'k', 'k', 'j']);
  chooseKey('n', 'n');
  expect([meaningOf('n'), meaningOf('w')]).toEqual(['n', 'w']);
  forgetChoices();
  expect([meaningOf('j'), hasChoices()]).toEqual(['j', false]);
  for (const damaged of ['{', 'null', '7', '{"j":7}']) {
    localStorage.setItem('key-choices', damaged);
    expect(meaningOf('j')).toBe('j');
  }
});
