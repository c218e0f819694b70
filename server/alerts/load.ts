import type { Observation, StoredObservation } from '../observations/observation.ts';
import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { DEFAULT_TIME_ZONE } from '../../contract/shared/dates.ts';
import { readFilter } from '../../contract/shared/filter-text.ts';
import type { Db } from '../db/open.ts';
import {
  alertObservations,
  alertRules,
  alerts as alertRows,
  maintenanceWindows,
  servers,
} from '../db/schema.ts';
import { whereServers } from '../servers/filter-sql.ts';
import { loadNeeds, type Needs } from '../servers/needs.ts';
import type { Schedule } from '../servers/schedule.ts';
import {
  fingerprintOf,
  type Alert,
  type AlertProgress,
  type Alerts,
  type Facts,
  type Rule,
  type ServerFacts,
} from './state.ts';
import { isWithin } from './weekly-range.ts';

export type AlertRow = typeof alertRows.$inferSelect;
type Window = typeof maintenanceWindows.$inferSelect;

const timeOf = (at: Date | null) => at?.getTime() ?? null;

export function alertOfRow({ progress, ...row }: AlertRow): Alert {
  const { id, kind, severity, serverId, text, labels, state, causeId } = row;
  return {
    id,
    kind,
    severity,
    serverId,
    text,
    labels,
    state,
    causeId,
    name: row.subject,
    startedAt: row.startedAt.getTime(),
    firedAt: timeOf(row.firedAt),
    resolvedAt: timeOf(row.resolvedAt),
    acknowledgedAt: timeOf(row.acknowledgedAt),
    acknowledgedUntil: timeOf(row.acknowledgedUntil),
    silencedUntil: timeOf(row.silencedUntil),
    ...(progress as AlertProgress),
  };
}

/** Takes what was seen since the last run, oldest first, at most this many at once. */
const MOST_OBSERVATIONS = 20_000;

export async function takeObservations(tx: Db, { intervalSeconds }: Schedule): Promise<Observation[]> {
  const oldest = tx
    .select({ seq: alertObservations.seq })
    .from(alertObservations)
    .orderBy(asc(alertObservations.seq))
    .limit(MOST_OBSERVATIONS);
  const rows = await tx.delete(alertObservations).where(inArray(alertObservations.seq, oldest)).returning();
  const seen = rows
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ observation }) => observation as StoredObservation);
  const known = await listExisting(tx, new Set(seen.flatMap(({ serverId }) => serverId ?? [])));
  return seen
    .filter(({ serverId }) => serverId === null || known.has(serverId))
    .map((one) => ({ ...one, checkSeconds: one.checkSeconds ?? intervalSeconds }));
}

/** A server may have been deleted for good meanwhile. */
async function listExisting(tx: Db, ids: ReadonlySet<string>): Promise<Set<string>> {
  if (ids.size === 0) return new Set();
  const rows = await tx.select({ id: servers.id }).from(servers).where(anyOf(servers.id, ids));
  return new Set(rows.map(({ id }) => id));
}

const anyOf = (column: typeof servers.id, ids: Iterable<string>): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`;

/** All open alerts, and the last one of each subject that was seen. */
export async function loadAlerts(tx: Db, seen: Observation[]): Promise<Alerts> {
  const open = await tx.select().from(alertRows).where(isNull(alertRows.resolvedAt));
  const fingerprints = [...new Set(seen.map(fingerprintOf))];
  const last =
    fingerprints.length === 0
      ? []
      : await tx
          .selectDistinctOn([alertRows.fingerprint])
          .from(alertRows)
          .where(sql`${alertRows.fingerprint} = any(${sql.param(fingerprints)}::text[])`)
          .orderBy(alertRows.fingerprint, desc(alertRows.startedAt));
  return new Map([...last, ...open].map((row) => [row.fingerprint, alertOfRow(row)]));
}

/** Everything that a decision about these alerts depends on. */
export async function loadFacts(tx: Db, alerts: Iterable<Alert>, now: Date): Promise<Facts> {
  const ids = new Set([...alerts].flatMap(({ serverId }) => serverId ?? []));
  const needs = await loadNeeds(tx, ids);
  const needed = new Set([...ids, ...[...needs.values()].flat(2)]);
  const [rules, facts] = [await loadRules(tx, ids, now), await loadServers(tx, needed, needs, now)];
  return { rules, server: (id) => facts.get(id) };
}

async function loadServers(tx: Db, ids: Iterable<string>, needs: Needs, now: Date) {
  const { id, check, status, badInRow, lastHealthCheck } = servers;
  const rows = await tx
    .select({ id, status, badInRow, lastHealthCheck, isChecked: sql<boolean>`${check} is not null` })
    .from(servers)
    .where(anyOf(id, ids));
  const windows = await listOpenWindows(tx, { ids, now });
  return new Map(
    rows.map((row): [string, ServerFacts] => [
      row.id,
      {
        needs: needs.get(row.id) ?? [],
        isChecked: row.isChecked,
        checkedAt: timeOf(row.lastHealthCheck),
        isSuspect: row.badInRow > 0 && row.status !== 'offline',
        isInMaintenance: row.status === 'maintenance' || windows.some((window) => window.servers.has(row.id)),
      },
    ]),
  );
}

/** Windows of maintenance that are open, with those of these servers that they silence. */
export async function listOpenWindows(
  tx: Db,
  among: Among,
): Promise<{ window: Window; servers: ReadonlySet<string> }[]> {
  const windows = (await tx.select().from(maintenanceWindows)).filter((one) => isNow(one, among.now));
  const matching = await listMatching(tx, windows, among);
  return windows.map((window, n) => ({ window, servers: matching[n] ?? new Set() }));
}

/** Whether a window of maintenance is open. */
export const isNow = ({ from, to, weekly }: Pick<Window, 'from' | 'to' | 'weekly'>, now: Date): boolean =>
  weekly ? isWithin(weekly, now.getTime()) : from !== null && to !== null && from <= now && now < to;

type Among = { ids: Iterable<string>; now: Date };

/** Of each filter, those of the servers that it matches. */
function listMatching(tx: Db, those: { filter: string }[], { ids, now }: Among): Promise<Set<string>[]> {
  return Promise.all(
    those.map(async ({ filter }) => {
      const matches = whereServers(readFilter(filter), { now, timeZone: DEFAULT_TIME_ZONE });
      const rows = await tx
        .select({ id: servers.id })
        .from(servers)
        .where(and(anyOf(servers.id, ids), matches));
      return new Set(rows.map(({ id }) => id));
    }),
  );
}

async function loadRules(tx: Db, ids: Iterable<string>, now: Date): Promise<Rule[]> {
  const rows = await tx
    .select()
    .from(alertRules)
    .where(eq(alertRules.active, true))
    .orderBy(alertRules.position, alertRules.id);
  return matchRules(tx, rows, { ids, now });
}

type RuleFields = Omit<Rule, 'servers'> & { filter: string };

/** Adds the servers that the filter of each rule matches. */
export async function matchRules(tx: Db, rules: RuleFields[], among: Among): Promise<Rule[]> {
  const filtered = rules.filter(({ filter }) => filter.trim() !== '');
  const matching = await listMatching(tx, filtered, among);
  const matchedBy = new Map(filtered.map((rule, n) => [rule, matching[n] ?? new Set<string>()]));
  return rules.map((rule) => ({ ...rule, servers: matchedBy.get(rule) ?? 'all' }));
}
