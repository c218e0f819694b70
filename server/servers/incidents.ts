import { and, eq, gte, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { QueryEvent } from '../../contract/inventory-query.ts';
import type { Db } from '../db/open.ts';
import { incidents } from '../db/schema.ts';

/** Ends the open incident, if any: the server answers again, or somebody set its status. */
export async function endIncident(tx: Db, serverId: string, endedAt: Date | SQL): Promise<void> {
  const open = and(eq(incidents.serverId, serverId), isNull(incidents.endedAt));
  await tx.update(incidents).set({ endedAt }).where(open);
}

/** What an outage has to do with a period: it overlaps it, began in it, began in it and lasts, or ended in it. */
export const OUTAGE_EVENTS = ['outage', 'failed', 'down', 'recovered'] as const satisfies QueryEvent[];
export type OutageEvent = (typeof OUTAGE_EVENTS)[number];
export const isOutageEvent = (event: QueryEvent): event is OutageEvent =>
  OUTAGE_EVENTS.some((one) => one === event);

/** Without `from` or `to` the period is open on that side. An open outage lasts until `now`. */
export type OutagePeriod = {
  event?: OutageEvent | undefined;
  from: Date | undefined;
  to: Date | undefined;
  now: Date;
};

/** The incidents of a period. */
export function ofPeriod({ event = 'outage', from, to, now }: OutagePeriod): SQL | undefined {
  const { startedAt, endedAt } = incidents;
  if (event === 'outage') {
    // Two conditions on the end, so that its index finds the outages of a period.
    const isOpen = sql`${endedAt} is null and greatest(${now}, ${startedAt}) >= ${from}`;
    return and(from && or(gte(endedAt, from), isOpen), to && lt(startedAt, to));
  }
  const moment = event === 'recovered' ? endedAt : startedAt;
  return and(
    event === 'down' ? isNull(endedAt) : sql`${moment} is not null`,
    from && gte(moment, from),
    to && lt(moment, to),
  );
}

/** Seconds of an incident that lie within the period. */
export function secondsWithin({ from, to, now }: OutagePeriod): SQL<number> {
  const { startedAt, endedAt } = incidents;
  const end = sql`least(coalesce(${endedAt}, ${now}), ${to ?? now})`;
  const start = from ? sql`greatest(${startedAt}, ${from})` : startedAt;
  return sql<number>`extract(epoch from ${end} - ${start})::float8`;
}
