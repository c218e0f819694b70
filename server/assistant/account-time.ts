import { DEFAULT_TIME_ZONE, exactTime } from '../../contract/dates.ts';
import type { Db } from '../db/open.ts';
import { findSettings } from '../settings/queries.ts';

/** The time zone that everything is told in to whoever asks. */
export const timeZoneOf = async (db: Db, userId: string): Promise<string> =>
  (await findSettings(db, userId))?.profile.timezone ?? DEFAULT_TIME_ZONE;

/** One instant in a sentence. */
export const toldTime = (instant: Date, timeZone: string): string =>
  `${exactTime(instant, timeZone)} (${timeZone})`;

/** Behind the head of a list whose lines have a time each. */
export const timesIn = (timeZone: string): string => ` (times in ${timeZone})`;

export const exactDay = (instant: Date, timeZone: string): string =>
  exactTime(instant, timeZone).replace(/,.*/, '');
