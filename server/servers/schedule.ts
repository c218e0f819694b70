import { sql } from 'drizzle-orm';
import type { ServerRow } from './fields.ts';

/** Interval in seconds for servers without their own; 0 if only people start checks. */
export type Schedule = { intervalSeconds: number };

const intervalOf = (check: ServerRow['check'], schedule: Schedule): number =>
  check?.intervalSeconds ?? schedule.intervalSeconds;

/** Spreads first checks over the interval, so that a thousand checks do not run in one second. */
export function firstCheck({ check }: Pick<ServerRow, 'check'>, schedule: Schedule) {
  const seconds = check ? intervalOf(check, schedule) : 0;
  return seconds > 0 ? sql`now() + random() * ${seconds} * interval '1 second'` : null;
}

/** Intervals after which the figures of a server count as outdated. */
const FRESH_INTERVALS = 2;
/** Seconds; assumed where nothing is scheduled. */
const DEFAULT_INTERVAL = 60;

/** When the figures of a server become outdated; null if they were never measured. */
export function outdatedAt(
  { measuredAt, check }: Pick<ServerRow, 'measuredAt' | 'check'>,
  schedule: Schedule,
): Date | null {
  if (!measuredAt) return null;
  const seconds = intervalOf(check, schedule) || DEFAULT_INTERVAL;
  return new Date(measuredAt.getTime() + FRESH_INTERVALS * seconds * 1_000);
}
