import { expect, test } from 'vitest';
import { edited } from './edits.ts';

test('KB-11 changes are applied at once, in any order; one that begins inside another is left out', () => {
  const edits = [
    { start: 4, end: 5, text: '' },
    { start: 0, end: 1, text: 'A' },
    { start: 2, end: 4, text: 'cd!' },
    { start: 3, end: 4, text: 'never' },
    { start: 6, end: 6, text: '+' },
  ];
  expect(edited('abcdef', edits)).toBe('Abcd!f+');
  expect(edited('abc', [])).toBe('abc');
});
