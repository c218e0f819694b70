/** Times, zones and locales in which all tests must pass. */
export type Moment = {
  name: string;
  /** With the zone's offset at that time, so that the local time is readable. */
  at: string;
  zone: string;
  locale: string;
};

/** A zone without an offset, one that changes by half an hour, and one with an offset of half an hour. */
export const ZONES = ['UTC', 'Australia/Lord_Howe', 'America/St_Johns'] as const;
export const LOCALES = ['C', 'POSIX', 'en_US.UTF-8', 'de_DE.UTF-8'] as const;

/**
 * Many start shortly before midnight, so the day changes during the tests or is another one in UTC. All are in the past:
 * faketime shows the real time inside signal handlers, so PostgreSQL's time-outs (statement_timeout, lock_timeout) would
 * never end a wait at a moment in the future.
 */
const ordinary: [name: string, at: string][] = [
  ['monday', '2025-06-02T00:01:00+00:00'],
  ['tuesday', '2025-09-16T07:30:00+10:30'],
  ['wednesday', '2026-02-11T23:50:00-03:30'],
  ['thursday', '2026-01-15T12:00:00+00:00'],
  ['friday', '2025-10-17T23:58:00+11:00'],
  ['saturday', '2025-07-19T00:05:00-02:30'],
  ['sunday', '2025-11-23T23:59:00+00:00'],
  ['month-end', '2026-01-31T23:58:00+11:00'],
  ['leap-day', '2024-02-29T00:02:00-03:30'],
  ['new-year', '2025-12-31T23:58:00+00:00'],
];

/** One minute before each change of clocks, in the zone that changes, so that it happens during the tests. */
const daylightSaving: [name: string, at: string, zone: string][] = [
  ['sydney-forward', '2025-10-05T01:59:00+10:00', 'Australia/Sydney'],
  ['sydney-back', '2026-04-05T02:59:00+11:00', 'Australia/Sydney'],
  ['london-forward', '2026-03-29T00:59:00+00:00', 'Europe/London'],
  ['london-back', '2025-10-26T01:59:00+01:00', 'Europe/London'],
];

const turn = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

export const MOMENTS: Moment[] = [
  ...ordinary.map(([name, at], n) => ({ name, at, zone: turn(ZONES, n), locale: turn(LOCALES, n) })),
  ...daylightSaving.map(([name, at, zone], n) => ({ name, at, zone, locale: turn(LOCALES, n) })),
];
