import { and, asc, desc, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { incidents, servers } from '../db/schema.ts';
import { ofPeriod, type OutagePeriod } from '../servers/queries.ts';

export type Outage = {
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
