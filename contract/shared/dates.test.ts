import { describe, expect, test } from 'vitest';
import { exactTime, relativeTime, utcTime } from './dates.ts';

describe('VER-01 exact times are dd/MM/yyyy, h:mm a, and name their zone', () => {
  test.each([
    ['2026-11-19T16:07:00Z', 'Australia/Sydney', '20/11/2026, 3:07 am UTC+11'],
    ['2026-01-31T13:00:00Z', 'Australia/Sydney', '01/02/2026, 12:00 am UTC+11'],
    ['2026-01-31T01:00:00Z', 'Australia/Sydney', '31/01/2026, 12:00 pm UTC+11'],
    ['2026-01-01T00:00:00Z', 'UTC', '01/01/2026, 12:00 am UTC'],
    ['2025-12-31T23:59:59.999Z', 'UTC', '31/12/2025, 11:59 pm UTC'],
    ['2026-06-01T00:00:00Z', 'Asia/Kathmandu', '01/06/2026, 5:45 am UTC+5:45'],
  ])('%s in %s', (instant, zone, text) => {
    expect(exactTime(instant, { timeZone: zone })).toBe(text);
    expect(exactTime(new Date(instant), { timeZone: zone })).toBe(text);
  });

  test.each([
    ['the clock goes back: 2:59 comes before 2:00', '2026-04-04T15:59:00Z', '05/04/2026, 2:59 am UTC+11'],
    ['the clock goes back: and then 2:00', '2026-04-04T16:00:00Z', '05/04/2026, 2:00 am UTC+10'],
    ['the clock goes forward: after 1:59', '2026-10-03T15:59:59Z', '04/10/2026, 1:59 am UTC+10'],
    ['the clock goes forward: comes 3:00', '2026-10-03T16:00:00Z', '04/10/2026, 3:00 am UTC+11'],
  ])('%s', (_, instant, text) => {
    expect(exactTime(instant, { timeZone: 'Australia/Sydney' })).toBe(text);
  });

  test.each([
    ['2026-11-19T13:07:00Z', 'Australia/Sydney', '20/11/2026, 00:07 UTC+11'],
    ['2026-11-19T21:05:00Z', 'UTC', '19/11/2026, 21:05 UTC'],
    ['2026-11-19T02:00:00Z', 'America/St_Johns', '18/11/2026, 22:30 UTC-3:30'],
  ])('with 24 hours: %s in %s', (instant, timeZone, text) => {
    expect(exactTime(instant, { timeZone, hour24: true })).toBe(text);
  });

  test('UTC is written in the order of its digits', () => {
    expect(utcTime('2026-11-19T16:07:59Z')).toBe('2026-11-19 16:07 UTC');
    expect(utcTime('yesterday')).toBe('—');
  });

  test('Sydney is the default zone', () => {
    expect(exactTime('2026-11-19T16:07:00Z')).toBe('20/11/2026, 3:07 am UTC+11');
  });

  test.each([null, undefined, '', 'yesterday'])('%j is —', (nothing) => {
    expect(exactTime(nothing)).toBe('—');
  });
});

describe('KB-03 relative times', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const DAY = 86_400;

  test.each([
    [-300, 'a moment ago'],
    [0, 'a moment ago'],
    [59, 'a moment ago'],
    [60, '1 minute ago'],
    [119, '1 minute ago'],
    [120, '2 minutes ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [DAY - 1, '23 hours ago'],
    [DAY, '1 day ago'],
    [7 * DAY - 1, '6 days ago'],
    [7 * DAY, '1 week ago'],
    [30 * DAY, '1 month ago'],
    [365 * DAY - 1, '12 months ago'],
    [365 * DAY, '1 year ago'],
    [800 * DAY, '2 years ago'],
  ])('%i seconds before now is %s', (seconds, text) => {
    expect(relativeTime(new Date(now.getTime() - seconds * 1000), now)).toBe(text);
  });

  test.each([null, undefined, '', 'yesterday'])('%j is Unknown', (nothing) => {
    expect(relativeTime(nothing, now)).toBe('Unknown');
  });
});
