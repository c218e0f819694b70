import { expect, test } from 'vitest';
import { oneSpelling } from './spelling.ts';

test.each([
  ['centre', 'center'],
  ['centres', 'centers'],
  ['fibre', 'fiber'],
  ['virtualised', 'virtualized'],
  ['organisation', 'organization'],
  ['analyse', 'analyze'],
  ['colour', 'color'],
  ['behaviours', 'behaviors'],
  ['catalogue', 'catalog'],
  ['programme', 'program'],
  ['licence', 'license'],
  ['defences', 'defenses'],
])('SHELL-07 AI-10 %s and %s are the same word', (british, american) => {
  expect(oneSpelling(british)).toBe(oneSpelling(american));
});

test.each([
  ['hour', 'hor'],
  ['four', 'for'],
  ['rise', 'rize'],
  ['prose', 'proze'],
  ['fence', 'fense'],
])('SHELL-07 %s stays', (word, other) => {
  expect(oneSpelling(word)).not.toBe(other);
});
