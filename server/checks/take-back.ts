import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import type { ServerStatus } from '../../contract/server-words.ts';
import type { Database, Db } from '../db/open.ts';
import { checkHours, checkResults, incidents, servers } from '../db/schema.ts';
import type { ServerRow } from '../servers/queries.ts';
import { lockServer } from '../servers/queries.ts';
import { nextStatus } from './next-status.ts';
import type { Standing } from './next-status.ts';
import { retriesOf, showStatus, tellOf } from './record.ts';

/** Of a message of 300 characters so many stay, for the words that follow it. */
const MESSAGE_KEPT = 270;

/**
 * Silence that turned out to be our own counts no more, nor does what followed from it: the status, an incident, failures
 * in a row. Whoever was told of a fall is told once that there was none. Twice does what once does.
 */
export async function takeBackSilence(
  { db }: Database,
  { since, servers: ids }: { since: number; servers: string[] },
): Promise<void> {
  for (const id of ids) await db.transaction((tx) => takeBackOf(tx, id, new Date(since)));
}

async function takeBackOf(tx: Db, id: string, since: Date) {
  const server = await lockServer(tx, id);
  if (!server || !(await uncount(tx, server, since))) return;
  const undone = await tx
    .delete(incidents)
    .where(and(eq(incidents.serverId, id), gte(incidents.startedAt, since)))
    .returning({ id: incidents.id });
  // Offline from before, or by somebody's word, it stays as it is.
  const fallen: ServerStatus = undone.length > 0 ? 'offline' : 'warning';
  const status = server.status === fallen ? await statusByResults(tx, server) : server.status;
  await tx.update(servers).set({ status, worseInRow: 0, badInRow: 0 }).where(eq(servers.id, id));
  if (status !== server.status) await showStatus(tx, server, status);
  if (status !== server.status || undone.length > 0)
    await tellOf(tx, server, `${server.name} was not ${fallen}: the checker was cut off`);
}

/** Whether any result was counted until now. */
async function uncount(tx: Db, server: ServerRow, since: Date): Promise<boolean> {
  const taken = await tx
    .update(checkResults)
    .set({
      outcome: 'unknown',
      message: sql`left(${checkResults.message}, ${MESSAGE_KEPT}) || ' (the checker was cut off)'`,
    })
    .where(
      and(
        eq(checkResults.serverId, server.id),
        gte(checkResults.at, since),
        eq(checkResults.outcome, 'bad'),
        eq(checkResults.simulated, false),
      ),
    )
    .returning({ at: checkResults.at, message: checkResults.message });
  const last = taken.find(({ at }) => at.getTime() === server.lastHealthCheck?.getTime());
  if (last) await tx.update(servers).set({ lastMessage: last.message }).where(eq(servers.id, server.id));
  // After a day results are hours: there the first hour goes whole, as nothing tells its results apart.
  const hours = await tx
    .update(checkHours)
    .set({ bad: 0 })
    .where(
      and(
        eq(checkHours.serverId, server.id),
        gte(checkHours.hour, sql`date_trunc('hour', ${since.toISOString()}::timestamptz)`),
        gt(checkHours.bad, 0),
      ),
    )
    .returning({ hour: checkHours.hour });
  return taken.length + hours.length > 0;
}

/** What the results that still count make of a server, from the first that stands one by one. */
async function statusByResults(tx: Db, server: ServerRow): Promise<ServerStatus> {
  const results = await tx
    .select({ outcome: checkResults.outcome })
    .from(checkResults)
    .where(and(eq(checkResults.serverId, server.id), eq(checkResults.simulated, false)))
    .orderBy(asc(checkResults.at), asc(checkResults.id));
  let standing: Standing = { status: 'unknown', worseInRow: 0, badInRow: 0 };
  for (const { outcome } of results) standing = nextStatus(standing, outcome, retriesOf(server));
  return standing.status;
}
