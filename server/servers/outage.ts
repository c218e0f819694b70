import { eq, sql } from 'drizzle-orm';
import type { FallenServer } from '../../contract/calls/server-needs.ts';
import type { Reader } from '../actor.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { nameIfAny } from '../db/person-name.ts';
import { servers, users } from '../db/schema.ts';
import { findRunbooks } from './mentions.ts';
import { listFallenWith } from './needs.ts';

/** A person reads no longer list before a plug is pulled; the number says how many there are. */
const MOST_SHOWN = 500;

/** What falls when these servers are switched off together, whom it concerns, and what to read about it. */
export async function findOutage(
  db: Db,
  reader: Reader,
  ids: string[],
): Promise<{ servers: FallenServer[]; fallen: number }> {
  const fallen = await listFallenWith(db, ids);
  const isChosen = sql<boolean>`${servers.id} = any(${sql.param(ids)}::uuid[])`;
  const those = sql`${servers.id} = any(${sql.param([...ids, ...fallen])}::uuid[]) and ${notInBin(servers)}`;
  const rows = await db
    .select({ row: servers, managedByName: nameIfAny(users), isChosen })
    .from(servers)
    .leftJoin(users, eq(users.id, servers.managedBy))
    .where(those)
    .orderBy(sql`${isChosen} desc`, byName(servers.name), servers.id)
    .limit(MOST_SHOWN);
  const runbooks = await findRunbooks(
    db,
    reader,
    rows.map(({ row }) => row),
  );
  return {
    servers: rows.map(({ row: { id, name, environment, teamOwner }, ...rest }) => ({
      id,
      name,
      environment,
      teamOwner,
      runbook: runbooks.get(id) ?? null,
      ...rest,
    })),
    fallen: fallen.size,
  };
}
