import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { ServerStatus } from '../../contract/server-words.ts';
import type { Database, Db } from '../db/open.ts';
import { checkResults, incidents, servers } from '../db/schema.ts';
import { listStatusWords, lockServer, type ServerRow } from '../servers/queries.ts';
import { isFoundDown, nextStatus, type Standing } from './next-status.ts';
import { retriesOf, showStatus, tellOf, type StoredResult } from './record.ts';
import type { OwnSilence } from './queries.ts';
import type { Placed } from './own-network.ts';

/** Characters kept of a message (limit 300), which leaves space for the added note. */
const MESSAGE_KEPT = 270;

/**
 * Revokes failures that this node's own network caused. Recomputes what followed from them, from the remaining results:
 * the status, incidents and failures in a row. Accounts that were notified of the outage are notified once that there
 * was none. Idempotent.
 */
export async function takeBackSilence({ db }: Database, silence: OwnResults[]): Promise<void> {
  for (const own of silence) await db.transaction((tx) => takeBackOf(tx, own));
}

async function takeBackOf(tx: Db, own: OwnResults) {
  const server = await lockServer(tx, own.serverId);
  const since = server && (await uncount(tx, server, own.ids));
  if (!since) return;
  const { standing, downAt } = await standingByResults(tx, server);
  const undone = await undoIncidents(tx, server, since, downAt);
  // A server that was offline before, or was set offline by somebody, keeps that status.
  const fallen: ServerStatus = undone > 0 ? 'offline' : 'warning';
  const status = server.status === fallen ? standing.status : server.status;
  const { worseInRow, badInRow } = standing.status === status ? standing : NOTHING;
  await tx.update(servers).set({ status, worseInRow, badInRow }).where(eq(servers.id, server.id));
  if (status !== server.status) await showStatus(tx, server, status);
  if (status !== server.status || undone > 0)
    await tellOf(tx, server, `${server.name} was not ${fallen}: the checker was cut off`);
}

/** Returns the time of the first result that counted until now. */
async function uncount(tx: Db, server: ServerRow, ids: number[]): Promise<Date | undefined> {
  const taken = await tx
    .update(checkResults)
    .set({
      outcome: 'unknown',
      message: sql`left(${checkResults.message}, ${MESSAGE_KEPT}) || ' (the checker was cut off)'`,
    })
    .where(and(inArray(checkResults.id, ids), eq(checkResults.outcome, 'bad')))
    .returning({ at: checkResults.at, message: checkResults.message });
  const last = taken.find(({ at }) => at.getTime() === server.lastHealthCheck?.getTime());
  if (last) await tx.update(servers).set({ lastMessage: last.message }).where(eq(servers.id, server.id));
  return taken.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime())[0];
}

const NOTHING: Standing = { status: 'unknown', worseInRow: 0, badInRow: 0 };

/**
 * Replays the remaining results and manual changes in order. Returns the resulting state and the results that found the
 * server down.
 */
async function standingByResults(tx: Db, server: ServerRow): Promise<{ standing: Standing; downAt: Date[] }> {
  const results = await tx
    .select({ at: checkResults.at, outcome: checkResults.outcome })
    .from(checkResults)
    .where(and(eq(checkResults.serverId, server.id), eq(checkResults.simulated, false)))
    .orderBy(asc(checkResults.at), asc(checkResults.id));
  const words = await listStatusWords(tx, server.id);
  let standing = NOTHING;
  let next = 0;
  const applyWordsUntil = (until: Date | undefined) => {
    for (let word = words[next]; word && (!until || word.at <= until); word = words[(next += 1)])
      standing = { ...NOTHING, status: word.status };
  };
  const downAt: Date[] = [];
  for (const { at, outcome } of results) {
    applyWordsUntil(at);
    standing = nextStatus(standing, outcome, retriesOf(server));
    if (isFoundDown(outcome, standing)) downAt.push(at);
  }
  applyWordsUntil(undefined);
  return { standing, downAt };
}

/**
 * Removes incidents that began since then. Keeps one, with a later start, when the remaining results make the server
 * offline. Returns the number of removed ones.
 */
async function undoIncidents(tx: Db, server: ServerRow, since: Date, downAt: Date[]): Promise<number> {
  const begun = await tx
    .select()
    .from(incidents)
    .where(and(eq(incidents.serverId, server.id), gte(incidents.startedAt, since)));
  let undone = 0;
  for (const { id, startedAt, endedAt } of begun) {
    const still = downAt.find((at) => at >= startedAt && (!endedAt || at < endedAt));
    const theIncident = eq(incidents.id, id);
    if (still) await tx.update(incidents).set({ startedAt: still }).where(theIncident);
    else {
      await tx.delete(incidents).where(theIncident);
      undone += 1;
    }
  }
  return undone;
}

/** Older results have become hourly rows. */
const KEPT_MS = 25 * 3_600_000;

/** Results that this node stored. Only these may be revoked. */
type OwnResults = { serverId: string; ids: number[] };

/**
 * Remembers this node's failed checks of each server since its last success, with the time of performance.now(). A verdict on
 * this node's network covers no earlier time and no results of other nodes.
 */
export function rememberOwnResults() {
  const held = new Map<string, { id: number; at: number }[]>();
  const hold = (serverId: string, id: number, at: number) => {
    const recent = (held.get(serverId) ?? []).filter((one) => one.at > performance.now() - KEPT_MS);
    held.set(serverId, [...recent, { id, at }]);
  };
  return {
    heard: () => held.clear(),
    /** Results from before this process started. */
    remember(silence: Placed<OwnSilence>[]) {
      for (const { serverId, resultId, at } of silence) hold(serverId, resultId, at);
    },
    stored(serverId: string, { resultId, outcome }: StoredResult) {
      if (outcome === 'bad') hold(serverId, resultId, performance.now());
    },
    /** `since` is a time of performance.now(). */
    of: (serverIds: string[], since: number): OwnResults[] =>
      serverIds.map((serverId) => {
        const own = (held.get(serverId) ?? []).filter(({ at }) => at >= since);
        return { serverId, ids: own.map(({ id }) => id) };
      }),
  };
}
