import { expect, test } from 'vitest';
import { gradeOf } from './new-password-fields.tsx';

test.each([
  ['very-weak', 'Very weak', 'red'],
  ['weak', 'Weak', 'orange'],
  ['fair', 'Fair', 'yellow'],
  ['good', 'Good', 'blue'],
  ['strong', 'Strong', 'green'],
])('AUTH-11 %s is shown as %s in %s', (level, word, colour) => {
  expect(gradeOf(level)).toEqual({ word, ink: `text-${colour}`, fill: `bg-${colour}-fill` });
});

test.each(['', 'excellent', 'toString'])("AUTH-11 the level '%s' that nobody knows is 'Unknown'", (level) => {
  expect(gradeOf(level).word).toBe('Unknown');
});
