import { and, eq, gte, isNull, lt, or, sql, type SQL, asc, desc, inArray } from 'drizzle-orm';
import type { QueryEvent } from '../../contract/shared/inventory-query.ts';
import type { Db } from '../db/open.ts';
import { incidents, servers } from '../db/schema.ts';

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

type Outage = {
  /** Id and name of the server. */
  id: string;
  name: string;
  startedAt: Date;
  endedAt: Date | null;
  message: string;
  seconds: number;
};
type Asking = OutagePeriod & {
  /** A subquery of ids. */
  servers: SQL;
  /** After `recovered`, the first and last are those that ended first and last. */
  order: 'first' | 'last' | 'longest' | 'shortest';
  limit: number;
};

export async function listOutages(db: Db, asking: Asking): Promise<{ rows: Outage[]; total: number }> {
  const { now, order, limit } = asking;
  const ended = sql`coalesce(${incidents.endedAt}, ${now})`;
  const seconds = sql<number>`extract(epoch from ${ended} - ${incidents.startedAt})::float8`;
  const those = and(inArray(incidents.serverId, asking.servers), ofPeriod(asking));
  const moment = asking.event === 'recovered' ? incidents.endedAt : incidents.startedAt;
  const orders = { first: asc(moment), last: desc(moment), longest: sql`${seconds} desc`, shortest: seconds };
  const { startedAt, endedAt, message } = incidents;
  const [rows, total] = await Promise.all([
    db
      .select({ id: servers.id, name: servers.name, startedAt, endedAt, message, seconds })
      .from(incidents)
      .innerJoin(servers, sql`${servers.id} = ${incidents.serverId}`)
      .where(those)
      .orderBy(orders[order], incidents.id)
      .limit(limit),
    db.$count(incidents, those),
  ]);
  return { rows, total };
}

/** Open outages of these servers. */
export const listOpenOutages = (db: Db, serverIds: string[]) =>
  db
    .select({ serverId: incidents.serverId, startedAt: incidents.startedAt, message: incidents.message })
    .from(incidents)
    .where(and(inArray(incidents.serverId, serverIds), isNull(incidents.endedAt)));
