import { expect, test } from 'vitest';
import fc from 'fast-check';
import { nextDaily } from '../daily.ts';
import {
  isBackupDue,
  isBackupOverdue,
  type History,
  backupName,
  backupsToRemove,
  timeOfBackup,
} from './schedule.ts';

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
  expect(nextDaily('02:30', at('2026-03-29T01:00'))).toEqual(at('2026-03-29T02:30'));
  expect(nextDaily('02:30', at('2026-03-29T02:30'))).toEqual(at('2026-03-30T02:30'));
  expect(nextDaily('00:00', at('2026-12-31T23:59'))).toEqual(at('2027-01-01T00:00'));
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

const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-18T02:30:00Z');
const KEEP = { days: 7, weeks: 4, months: 12 };
const INSTALLATION = '1a2b3c4d-0000-4000-8000-000000000000';

const daysBack = (days: number) => ({ at: new Date(NOW.getTime() - days * DAY_MS) });
/** The backups that remain after one backup a day, each followed by a clean-up. */
function keptAfter(days: number, keep = KEEP): string[] {
  let backups: { at: Date }[] = [];
  for (let back = days - 1; back >= 0; back -= 1) {
    const made = daysBack(back);
    backups.push(made);
    const gone = new Set(backupsToRemove(backups, keep, made.at));
    backups = backups.filter((backup) => !gone.has(backup));
  }
  return backups.map(({ at }) => at.toISOString().slice(0, 10)).toReversed();
}

test('OPS-04 after years of daily backups those of 7 days, 4 weeks and 12 months remain', () => {
  expect(keptAfter(900).join(' ')).toBe(
    '2026-03-18 2026-03-17 2026-03-16 2026-03-15 2026-03-14 2026-03-13 2026-03-12 ' +
      // Sundays.
      '2026-03-08 2026-03-01 ' +
      '2026-02-28 2026-01-31 2025-12-31 2025-11-30 2025-10-31 2025-09-30 2025-08-31 ' +
      '2025-07-31 2025-06-30 2025-05-31 2025-04-30',
  );
  expect(keptAfter(30, { days: 2, weeks: 0, months: 0 })).toEqual(['2026-03-18', '2026-03-17']);
});

test('OPS-04 keeps the last of several backups of a day, and removes nothing during a pause', () => {
  const [morning, noon] = [new Date('2026-03-17T02:30:00Z'), new Date('2026-03-17T12:00:00Z')];
  const today = { at: NOW };
  expect(backupsToRemove([{ at: morning }, { at: noon }, today], KEEP, NOW)).toEqual([{ at: morning }]);
  const old = [100, 101, 102].map(daysBack);
  expect(backupsToRemove([...old, today], KEEP, NOW)).toEqual([]);
});

test('OPS-04 keeps a backup with a wrong time, which counts for no other', () => {
  const wrong = { at: new Date('2099-01-01T00:00:00Z') };
  const backups = [wrong, ...[0, 1, 2].map(daysBack)];
  expect(backupsToRemove(backups, { days: 2, weeks: 0, months: 0 }, NOW)).toEqual([daysBack(2)]);
});

test('OPS-04 keeps the last backup, and never fewer than configured', () => {
  const times = fc.array(fc.integer({ min: 0, max: 800 * 24 }), { minLength: 1, maxLength: 60 });
  const counts = fc.record({
    days: fc.integer({ min: 1, max: 10 }),
    weeks: fc.nat({ max: 6 }),
    months: fc.nat({ max: 14 }),
  });
  fc.assert(
    fc.property(times, counts, (hours, keep) => {
      const backups = [...new Set(hours)].map((hour) => ({ at: new Date(NOW.getTime() - hour * 3_600_000) }));
      const gone = new Set(backupsToRemove(backups, keep, NOW));
      const kept = backups.filter((backup) => !gone.has(backup));
      const newest = Math.max(...backups.map(({ at }) => at.getTime()));
      expect(kept.some(({ at }) => at.getTime() === newest)).toBe(true);
      const days = (of: { at: Date }[]) => new Set(of.map(({ at }) => at.toISOString().slice(0, 10))).size;
      expect(days(kept)).toBeGreaterThanOrEqual(Math.min(keep.days, days(backups)));
      expect(kept.length).toBeLessThanOrEqual(keep.days + keep.weeks + keep.months);
      expect(backupsToRemove(kept, keep, NOW)).toEqual([]);
    }),
  );
});

test('OPS-04 the name of a backup contains its time and its installation; other files are no backups', () => {
  const at = new Date('2026-01-31T02:30:15.678Z');
  const name = backupName(INSTALLATION, at);
  expect(name).toBe('ops-hub-1a2b3c4d-2026-01-31-023015.zip');
  expect(timeOfBackup(INSTALLATION, name)).toEqual(new Date('2026-01-31T02:30:15Z'));
  expect(timeOfBackup('ffffffff', name)).toBeUndefined();
  for (const other of ['notes.zip', `${name}.part`, name.replace('-01-', '-13-'), name.replace('15.', '75.')])
    expect(timeOfBackup(INSTALLATION, other)).toBeUndefined();
});
