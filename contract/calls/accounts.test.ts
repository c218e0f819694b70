import { expect, test } from 'vitest';
import { Email } from './accounts.ts';

test.each([
  ['Ann Lee <Ann@Example.com>', 'ann@example.com'],
  ['"Lee, Ann" <ann@example.com>; ', 'ann@example.com'],
  ['mailto:ann+hub@example.com', 'ann+hub@example.com'],
  ['<ann@example.com>', 'ann@example.com'],
  ['\u202aann@exam\u00adple.com\u200b', 'ann@example.com'],
  ['o’brien@example.com', "o'brien@example.com"],
])('TEAM-05 AUTH-07 people paste %j for %s, which is one account', (pasted, address) => {
  expect(Email.parse(pasted)).toBe(address);
});

test.each([
  'Ann Lee',
  'ann@example.com bob@example.com',
  'ann@example.com, bob@example.com',
  'ann@example.com <Ann>',
  'ann@münchen.example/path',
  'ann@münchen.example:25',
  'jörg@example.com',
  'ann＠example.com',
  'ann@ｅxample.com',
  'ann@ｍünchen.example',
  `ann@example.com${' '.repeat(2_000)}`,
  `${';'.repeat(1_000_000)}x`,
])('TEAM-05 AUTH-06 %.40j is not one e-mail address', (pasted) => {
  expect(Email.safeParse(pasted).success).toBe(false);
});
