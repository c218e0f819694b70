/** When and where a time is read: ages count back from `now`, days begin in the time zone (an IANA name). */
export type At = { now: Date; timeZone: string };

/**
 * The instant at which clocks of a time zone show a day and a minute of it. In the hour that a change to summer time
 * skips, the hour after it.
 */
export function instantIn(day: string, minutes: number, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  const first = wall - offsetAt(wall, timeZone);
  // The offset of the guess may be that of the other side of a change.
  return new Date(wall - offsetAt(first, timeZone));
}

/** Milliseconds that the zone is ahead of UTC. */
export function offsetAt(instant: number, timeZone: string): number {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    instant,
  );
  // Read as numbers: no date format of the platform has years of three or of five digits.
  const [year = 0, month = 1, day = 1, ...time] = [...wall.matchAll(/\d+/g)].map(Number);
  const shown = new Date(0);
  shown.setUTCFullYear(year, month - 1, day);
  const [hours = 0, minutes, seconds] = time;
  return shown.setUTCHours(hours, minutes, seconds) - Math.floor(instant / 1_000) * 1_000;
}
