import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { ServerStatus } from '../../contract/shared/server-words.ts';
import { observeEnd, observeStatus } from '../observations/observe.ts';
import { readTime } from '../db/clock.ts';
import type { Database, Db } from '../db/open.ts';
import { checkResults, incidents, servers } from '../db/schema.ts';
import type { ServerRow } from '../servers/fields.ts';
import { listManualStatuses, lockServer } from '../servers/queries.ts';
import { confirmsOutage, nextStatus, type StatusCount } from './next-status.ts';
import { retriesOf, publishStatus, type StoredResult } from './record.ts';
import type { OwnFailure } from './queries.ts';
import type { Timed } from './own-network.ts';

/** Characters kept of a message (limit 300), which leaves space for the added note. */
const MESSAGE_LENGTH = 270;

/**
 * Revokes failures that this node's own network caused. Recomputes what followed from them, from the remaining results:
 * the status, incidents and failures in a row. Who was told of the outage is told once that there was none. Idempotent.
 */
export async function revokeFailures({ db }: Database, failures: OwnResults[]): Promise<void> {
  for (const own of failures) await db.transaction((tx) => revokeFailuresOf(tx, own));
}

async function revokeFailuresOf(tx: Db, own: OwnResults) {
  const server = await lockServer(tx, own.serverId);
  const since = server && (await markUnknown(tx, server, own.ids));
  if (!since) return;
  const { state, downAt } = await replayResults(tx, server);
  const undone = await undoIncidents(tx, server, since, downAt);
  // A server that was offline before, or was set offline by somebody, keeps that status.
  const wrongStatus: ServerStatus = undone > 0 ? 'offline' : 'warning';
  const status = server.status === wrongStatus ? state.status : server.status;
  const { worseInRow, badInRow } = state.status === status ? state : INITIAL;
  await tx.update(servers).set({ status, worseInRow, badInRow }).where(eq(servers.id, server.id));
  if (status !== server.status) await publishStatus(tx, server, status);
  if (status === server.status && undone === 0) return;
  await observeEnd(tx, server, { kinds: [wrongStatus === 'offline' ? 'down' : 'warning'], isRevoked: true });
  if (status === server.status || status === 'offline') return;
  const [at, confirmations] = [await readTime(tx), retriesOf(server)];
  await observeStatus(tx, server, { status, text: '', at, confirmations });
}

/** Returns the time of the first result that counted until now. */
async function markUnknown(tx: Db, server: ServerRow, ids: number[]): Promise<Date | undefined> {
  const marked = await tx
    .update(checkResults)
    .set({
      outcome: 'unknown',
      message: sql`left(${checkResults.message}, ${MESSAGE_LENGTH}) || ' (the checker was cut off)'`,
    })
    .where(and(inArray(checkResults.id, ids), eq(checkResults.outcome, 'bad')))
    .returning({ at: checkResults.at, message: checkResults.message });
  const last = marked.find(({ at }) => at.getTime() === server.lastHealthCheck?.getTime());
  if (last) await tx.update(servers).set({ lastMessage: last.message }).where(eq(servers.id, server.id));
  return marked.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime())[0];
}

const INITIAL: StatusCount = { status: 'unknown', worseInRow: 0, badInRow: 0 };

/**
 * Replays the remaining results and manual changes in order. Returns the resulting state and the results that found the
 * server down.
 */
async function replayResults(tx: Db, server: ServerRow): Promise<{ state: StatusCount; downAt: Date[] }> {
  const results = await tx
    .select({ at: checkResults.at, outcome: checkResults.outcome })
    .from(checkResults)
    .where(and(eq(checkResults.serverId, server.id), eq(checkResults.simulated, false)))
    .orderBy(asc(checkResults.at), asc(checkResults.id));
  const changes = await listManualStatuses(tx, server.id);
  let state = INITIAL;
  let next = 0;
  const applyChangesUntil = (until: Date | undefined) => {
    for (let change = changes[next]; change && (!until || change.at <= until); change = changes[(next += 1)])
      state = { ...INITIAL, status: change.status };
  };
  const downAt: Date[] = [];
  for (const { at, outcome } of results) {
    applyChangesUntil(at);
    state = nextStatus(state, outcome, retriesOf(server));
    if (confirmsOutage(outcome, state)) downAt.push(at);
  }
  applyChangesUntil(undefined);
  return { state, downAt };
}

/**
 * Removes incidents that began since then. Keeps one, with a later start, when the remaining results make the server
 * offline. Returns the number of removed ones.
 */
async function undoIncidents(tx: Db, server: ServerRow, since: Date, downAt: Date[]): Promise<number> {
  const started = await tx
    .select()
    .from(incidents)
    .where(and(eq(incidents.serverId, server.id), gte(incidents.startedAt, since)));
  let undone = 0;
  for (const { id, startedAt, endedAt } of started) {
    const remaining = downAt.find((at) => at >= startedAt && (!endedAt || at < endedAt));
    const theIncident = eq(incidents.id, id);
    if (remaining) await tx.update(incidents).set({ startedAt: remaining }).where(theIncident);
    else {
      await tx.delete(incidents).where(theIncident);
      undone += 1;
    }
  }
  return undone;
}

/** Older results have become hourly rows. */
const REMEMBERED_MS = 25 * 3_600_000;

/** Results that this node stored. Only these may be revoked. */
type OwnResults = { serverId: string; ids: number[] };

/**
 * Remembers this node's failed checks of each server since its last success, with the time of performance.now(). A verdict on
 * this node's network covers no earlier time and no results of other nodes.
 */
export function rememberOwnResults() {
  const failures = new Map<string, { id: number; at: number }[]>();
  const remember = (serverId: string, id: number, at: number) => {
    const recent = (failures.get(serverId) ?? []).filter((one) => one.at > performance.now() - REMEMBERED_MS);
    failures.set(serverId, [...recent, { id, at }]);
  };
  return {
    clear: () => failures.clear(),
    /** Results from before this process started. */
    remember(earlier: Timed<OwnFailure>[]) {
      for (const { serverId, resultId, at } of earlier) remember(serverId, resultId, at);
    },
    add(serverId: string, { resultId, outcome }: StoredResult) {
      if (outcome === 'bad') remember(serverId, resultId, performance.now());
    },
    /** `since` is a time of performance.now(). */
    of: (serverIds: string[], since: number): OwnResults[] =>
      serverIds.map((serverId) => {
        const own = (failures.get(serverId) ?? []).filter(({ at }) => at >= since);
        return { serverId, ids: own.map(({ id }) => id) };
      }),
  };
}
