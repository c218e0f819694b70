import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { incidents } from '../db/schema.ts';

/** Ends the open incident, if any: the server answers again, or somebody set its status. */
export async function endIncident(tx: Db, serverId: string, endedAt: Date | SQL): Promise<void> {
  const open = and(eq(incidents.serverId, serverId), isNull(incidents.endedAt));
  await tx.update(incidents).set({ endedAt }).where(open);
}
