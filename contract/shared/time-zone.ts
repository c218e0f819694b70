/** Current time and time zone (an IANA name) of a reader: ages count back from `now`, days begin in the time zone. */
export type At = { now: Date; timeZone: string };

/** The instant of a local day and minute in a time zone. A time skipped by daylight saving becomes one hour later. */
export function instantIn(day: string, minutes: number, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  const first = wall - offsetAt(wall, timeZone);
  // The first offset may belong to the other side of a change.
  return new Date(wall - offsetAt(first, timeZone));
}

/** Milliseconds that the zone is ahead of UTC. */
export function offsetAt(instant: number, timeZone: string): number {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    instant,
  );
  // Parsed as numbers: no date format of the platform handles years of three or five digits.
  const [year = 0, month = 1, day = 1, ...time] = [...wall.matchAll(/\d+/g)].map(Number);
  const shown = new Date(0);
  shown.setUTCFullYear(year, month - 1, day);
  const [hours = 0, minutes, seconds] = time;
  return shown.setUTCHours(hours, minutes, seconds) - Math.floor(instant / 1_000) * 1_000;
}
