import { eq, sql } from 'drizzle-orm';
import { NO_LIMITS, type ServerLimits } from '../../contract/shared/server-limits.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { findServerRow, lockServer } from './queries.ts';

/** Refuses with 404. */
export const findLimits = async (db: Db, id: string): Promise<ServerLimits> =>
  found(await findServerRow(db, id), 'Server').limits ?? NO_LIMITS;

/** Refuses with 404. */
export async function changeLimits(
  tx: Db,
  actor: Actor,
  id: string,
  limits: ServerLimits,
): Promise<ServerLimits> {
  const { limits: before } = found(await lockServer(tx, id), 'Server');
  await tx
    .update(servers)
    .set({ limits, updatedAt: sql`now()` })
    .where(eq(servers.id, id));
  await record(tx, actor, {
    action: 'server.limits',
    kind: 'server',
    subjectId: id,
    before: { limits: before ?? NO_LIMITS },
    after: { limits },
  });
  await publish(tx, { type: 'changed', topic: 'servers', id });
  return limits;
}
