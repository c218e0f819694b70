import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { incidents } from '../db/schema.ts';

/** Ends the open incident, if any: the server answers again, or somebody set its status. */
export async function endIncident(tx: Db, serverId: string, endedAt: Date | SQL): Promise<void> {
  const open = and(eq(incidents.serverId, serverId), isNull(incidents.endedAt));
  await tx.update(incidents).set({ endedAt }).where(open);
}

/** Without `from` or `to` the period is open on that side. An open outage lasts until `now`. */
export type OutagePeriod = { from: Date | undefined; to: Date | undefined; now: Date };

/** Incidents that overlap the period. */
export const overlaps = ({ from, to, now }: OutagePeriod): SQL | undefined =>
  and(
    from && sql`coalesce(${incidents.endedAt}, ${now}) >= ${from}`,
    to && sql`${incidents.startedAt} < ${to}`,
  );
