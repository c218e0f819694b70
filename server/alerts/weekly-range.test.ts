import { expect, test } from 'vitest';
import { isWithin } from './weekly-range.ts';

const office = { days: [1, 2, 3, 4, 5], from: '08:00', to: '17:30', zone: 'Europe/Berlin' };
const night = { days: [5], from: '22:00', to: '06:00', zone: 'America/New_York' };
const allDay = { days: [6], from: '00:00', to: '24:00', zone: 'UTC' };

test.each([
  ['the first minute', office, '2026-01-05T07:00:00Z', true],
  ['the minute before', office, '2026-01-05T06:59:59Z', false],
  ['the end', office, '2026-01-05T16:30:00Z', false],
  ['a weekend', office, '2026-01-04T10:00:00Z', false],
  ['summer time', office, '2026-07-06T06:00:00Z', true],
  ['the evening before midnight', night, '2026-01-10T03:30:00Z', true],
  ['the morning after midnight', night, '2026-01-10T10:30:00Z', true],
  ['the morning of the day itself', night, '2026-01-09T10:30:00Z', false],
  ['the last minute of a whole day', allDay, '2026-01-10T23:59:59Z', true],
  ['the day after a whole day', allDay, '2026-01-11T00:00:00Z', false],
])('ALERT-08 a weekly range at %s', (_, range, moment, expected) => {
  expect(isWithin(range, Date.parse(moment))).toBe(expected);
});
