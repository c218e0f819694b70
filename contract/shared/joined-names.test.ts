import { expect, test } from 'vitest';
import { joinedName, joinedNames } from './joined-names.ts';

test.each([
  ['web-01', 'web01'],
  ['node.js', 'nodejs'],
  ['ora-01555', 'ora01555'],
  ['cve-2024-3094', 'cve2024-3094'],
  ['rhel-8.6', 'rhel8.6'],
  ['web-01.corp.example.co.uk', 'web01'],
  ['10.0.0.1', undefined],
  ['2026-08-14', undefined],
  ['plain', undefined],
  ['corp.example.co.uk.invalid', undefined],
])('SHELL-07 %s without joints', (name, joined) => {
  expect(joinedName(name)).toBe(joined);
});

test('SHELL-07 finds the names of a text', () => {
  expect(joinedNames('on web-01, then web-01 and db_2 (see node.js). End. Next')).toEqual([
    'web01',
    'db2',
    'nodejs',
  ]);
});
