import { expect, test } from 'vitest';
import { isBackupDue, isBackupOverdue, nextBackupAt, type History } from './schedule.ts';

const at = (text: string) => new Date(`${text}:00Z`);
const history = (now: string, fields: { [K in keyof History]?: string } = {}): History =>
  ({
    now: at(now),
    since: 'since' in fields ? fields.since && at(fields.since) : at('2026-01-01T00:00'),
    lastSuccess: fields.lastSuccess ? at(fields.lastSuccess) : undefined,
    lastFailure: fields.lastFailure ? at(fields.lastFailure) : undefined,
  }) as History;
const isDue = (...args: Parameters<typeof history>) => isBackupDue('02:30', history(...args));

test('OPS-04 the next backup is due at the time of day in UTC, also when clocks change', () => {
  expect(nextBackupAt('02:30', at('2026-03-29T01:00'))).toEqual(at('2026-03-29T02:30'));
  expect(nextBackupAt('02:30', at('2026-03-29T02:30'))).toEqual(at('2026-03-30T02:30'));
  expect(nextBackupAt('00:00', at('2026-12-31T23:59'))).toEqual(at('2027-01-01T00:00'));
});

test('OPS-04 a backup is due once a day, and a missed one as soon as the server runs again', () => {
  const lastSuccess = '2026-02-10T02:31';
  expect(isDue('2026-02-11T02:29', { lastSuccess })).toBe(false);
  expect(isDue('2026-02-11T02:30', { lastSuccess })).toBe(true);
  expect(isDue('2026-02-11T02:35', { lastSuccess: '2026-02-11T02:31' })).toBe(false);
  expect(isDue('2026-02-14T17:00', { lastSuccess })).toBe(true);
  // A manual backup does not replace the nightly one.
  expect(isDue('2026-02-11T02:30', { lastSuccess: '2026-02-11T02:00' })).toBe(true);
});

test('OPS-04 a new installation waits for its first night, and one without accounts makes no backup', () => {
  expect(isDue('2026-02-11T10:00', { since: '2026-02-11T09:59' })).toBe(false);
  expect(isDue('2026-02-12T02:30', { since: '2026-02-11T09:59' })).toBe(true);
  expect(isDue('2026-02-12T02:30', { since: undefined as unknown as string })).toBe(false);
});

test('OPS-04 repeats a failed backup an hour later', () => {
  const lastSuccess = '2026-02-10T02:31';
  expect(isDue('2026-02-11T03:00', { lastSuccess, lastFailure: '2026-02-11T02:31' })).toBe(false);
  expect(isDue('2026-02-11T03:31', { lastSuccess, lastFailure: '2026-02-11T02:31' })).toBe(true);
});

test('OPS-04 two days without a backup are overdue, but a server that has just started can make it first', () => {
  const late = history('2026-02-13T03:00', { lastSuccess: '2026-02-11T02:31' });
  expect(isBackupOverdue(late, at('2026-02-13T01:00'))).toBe(true);
  expect(isBackupOverdue(late, at('2026-02-13T02:30'))).toBe(false);
  const never = history('2026-02-13T03:00', { since: '2026-02-01T00:00' });
  expect(isBackupOverdue(never, at('2026-02-01T00:00'))).toBe(true);
  expect(
    isBackupOverdue(history('2026-02-12T03:00', { lastSuccess: '2026-02-11T02:31' }), at('2026-02-01T00:00')),
  ).toBe(false);
});
