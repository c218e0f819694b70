import { describe, expect, test } from 'vitest';
import { LOCALES, MOMENTS, ZONES, type Moment } from './moments.ts';

type Part = 'weekday' | 'year' | 'month' | 'day' | 'hour' | 'minute';

/** The local time in that zone. */
function wallClock(at: number, zone: string): Record<Part, string> {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = format.formatToParts(at).map(({ type, value }) => [type, value]);
  return Object.fromEntries(parts) as Record<Part, string>;
}

const clockOf = ({ at, zone }: Moment) => wallClock(Date.parse(at), zone);

/** GMT+10:30 by the rules of the zone. */
function offsetOf(at: number, zone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const MINUTES = 60_000;
const byName = (name: string): Moment => {
  const moment = MOMENTS.find((one) => one.name === name);
  if (!moment) throw new Error(`there is no moment ${name}`);
  return moment;
};

describe('OPS-01 the moments at which all tests must pass', () => {
  test('OPS-01 there are fourteen with different names', () => {
    expect(new Set(MOMENTS.map(({ name }) => name)).size).toBe(14);
  });

  test.each(MOMENTS)('OPS-01 $name is written with the offset of $zone', ({ at, zone }) => {
    const { year, month, day, hour, minute } = wallClock(Date.parse(at), zone);
    expect(at.slice(0, 16)).toBe(`${year}-${month}-${day}T${hour}:${minute}`);
  });

  test('OPS-01 they include every day of the week under its name', () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    expect(days.map((name) => clockOf(byName(name)).weekday.toLowerCase())).toEqual(days);
  });

  test('OPS-01 one is the end of a month before a shorter one', () => {
    const moment = byName('month-end');
    expect(clockOf(moment).day).toBe('31');
    const tomorrow = wallClock(Date.parse(moment.at) + 1_440 * MINUTES, moment.zone);
    expect([tomorrow.month, tomorrow.day]).toEqual(['02', '01']);
  });

  test('OPS-01 they include 29 February and the last two minutes of a year', () => {
    expect(clockOf(byName('leap-day'))).toMatchObject({ day: '29', month: '02' });
    expect(clockOf(byName('new-year'))).toMatchObject({ day: '31', month: '12', hour: '23', minute: '58' });
  });

  test.each([
    ['sydney-forward', 'Australia/Sydney', ['GMT+10:00', 'GMT+11:00']],
    ['sydney-back', 'Australia/Sydney', ['GMT+11:00', 'GMT+10:00']],
    ['london-forward', 'Europe/London', ['GMT+00:00', 'GMT+01:00']],
    ['london-back', 'Europe/London', ['GMT+01:00', 'GMT+00:00']],
  ])('OPS-01 %s: the clocks of %s change within two minutes', (name, zone, offsets) => {
    const moment = byName(name);
    expect(moment.zone).toBe(zone);
    const begin = Date.parse(moment.at);
    expect([begin, begin + 2 * MINUTES].map((at) => offsetOf(at, zone))).toEqual(offsets);
  });

  test('OPS-01 they use every zone and every locale', () => {
    const zones = new Set(MOMENTS.map(({ zone }) => zone));
    expect([...zones].toSorted()).toEqual([...ZONES, 'Australia/Sydney', 'Europe/London'].toSorted());
    expect(new Set(MOMENTS.map(({ locale }) => locale))).toEqual(new Set(LOCALES));
  });
});
