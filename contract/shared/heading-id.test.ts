import { expect, test } from 'vitest';
import { HeadingIds, slugOf } from './heading-id.ts';

test('ED-11 equal headings get different ids, also beside a heading with such an id as its text', () => {
  const ids = new HeadingIds();
  ids.take('steps-1');
  expect(['Steps', 'Steps', 'Steps', 'Steps 2', 'Other'].map((text) => ids.give(slugOf(text)))).toEqual([
    'steps',
    'steps-2',
    'steps-3',
    'steps-2-1',
    'other',
  ]);
});

test('threat 74 a hundred thousand equal headings take no longer than others', () => {
  const ids = new HeadingIds();
  const given = Array.from({ length: 100_000 }, () => ids.give('a'));
  expect(new Set(given).size).toBe(100_000);
});
