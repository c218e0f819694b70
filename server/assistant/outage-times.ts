import { sql } from 'drizzle-orm';
import { incidents } from '../db/schema.ts';
import { overlaps } from './time-span.ts';
import type { TimeSpan } from './time-span.ts';

/** When an outage ended: now, while it is open. */
export const ended = sql`coalesce(${incidents.endedAt}, now())`;
export const lastedIn = (span: TimeSpan) => overlaps(sql`${incidents.startedAt}`, ended, span);
/** Seconds. */
export const lasted = sql<number>`extract(epoch from ${ended} - ${incidents.startedAt})::float8`;
