import { expect, test } from 'vitest';
import { chipsOf, filterTextOf, withoutChip, withTyped } from './filter-chips.ts';

const search = {
  q: 'mel db',
  environment: 'production',
  status: 'offline',
  filter: 'os:ubuntu OR os:debian cpu>80',
} as const;

test('INFRA-04 shows every condition as a chip, and a group with OR as one', () => {
  expect(chipsOf(search).map(({ key, label }) => [key, label])).toEqual([
    ['q', 'Search: mel db'],
    ['environment', 'Environment: production'],
    ['status', 'Status: offline'],
    ['0', 'OS: ubuntu or OS: debian'],
    ['1', 'CPU over 80 %'],
  ]);
  expect(chipsOf({})).toEqual([]);
  expect(filterTextOf(search)).toBe('mel db env:production status:offline os:ubuntu OR os:debian cpu>80');
});

test('INFRA-04 a removed chip clears its control or its group', () => {
  expect(withoutChip(search, 'q')).toEqual({ ...search, q: undefined });
  expect(withoutChip(search, 'status')).toEqual({ ...search, status: undefined });
  expect(withoutChip(search, '0').filter).toBe('cpu>80');
  expect(withoutChip({ filter: 'cpu>80' }, '0').filter).toBe(undefined);
});

test('INFRA-04 typed conditions are added once, replace the edited chip, or continue with OR', () => {
  expect(withTyped({}, 'cpu>80 team:"A B"').filter).toBe('cpu>80 team:"A B"');
  expect(withTyped({ filter: 'cpu>80' }, 'cpu>80').filter).toBe('cpu>80');
  expect(withTyped(search, 'memory>90', '0').filter).toBe('memory>90 cpu>80');
  expect(withTyped({ filter: 'cpu>80' }, '', '0').filter).toBe(undefined);
  expect(withTyped({ filter: 'cpu>80' }, 'OR disk>90').filter).toBe('cpu>80 OR disk>90');
  expect(withTyped({ filter: 'cpu>80', status: 'offline' }, '-status:online', 'status')).toEqual({
    filter: 'cpu>80 -status:online',
    status: undefined,
  });
});

test('INFRA-04 a chip shows an instant in the time zone of the reader', () => {
  const [chip] = chipsOf({ filter: 'outage:2026-01-31T10:00:00.000Z..' }, { timeZone: 'Europe/Dublin' });
  expect(chip?.label).toBe('down since 31/01/2026, 10:00 am UTC');
  const [elsewhere] = chipsOf(
    { filter: 'outage:2026-01-31T10:00:00.000Z..' },
    { timeZone: 'Australia/Sydney' },
  );
  expect(elsewhere?.label).toBe('down since 31/01/2026, 9:00 pm UTC+11');
});
