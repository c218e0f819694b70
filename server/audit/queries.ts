import { and, desc, eq, gte, inArray, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import type { AuditEntry, AuditFilters, AuditQuery } from '../../contract/calls/administration.ts';
import type { Db } from '../db/open.ts';
import {
  auditCounts as counts,
  auditEntries as entries,
  auditHours as hours,
  servers,
} from '../db/schema.ts';
import { Page } from '../http/endpoint.ts';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';

/** Id of the last entry shown. */
const Position = z.tuple([z.number().int()]);

/** Entries, newest first. An action that ends with a dot matches all actions with that prefix. */
export async function listAuditEntries(db: Db, query: AuditQuery): Promise<Page<AuditEntry[]>> {
  const { actorId, kind, subjectId, from, to, limit = 50, cursor } = query;
  const actions = await actionsOf(db, query);
  const before = cursor ? decodeCursor(cursor, Position)[0] : undefined;
  const rows = await listRows(db, query, { actions, before, limit: limit + 1 });
  const those = and(matches(query), actions && inArray(entries.action, actions));
  const isOfTime = Boolean(from || to);
  // One object has few entries, and so has one person within a period.
  const total =
    !cursor && rows.length <= limit
      ? rows.length
      : subjectId || (actorId && isOfTime)
        ? await db.$count(entries, those)
        : isOfTime
          ? await countWithin(db, { from, to, kind, actions, those })
          : await countEntries(db, { actorId, kind, actions });
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return new Page(items, total, last && encodeCursor([last.id]));
}

/** Entries of one read of an export. */
const PORTION = 500;

/** All entries, newest first, in portions. Entries that are added meanwhile are newer than the first, so they are not among them. */
export async function* listInPortions(db: Db, query: AuditFilters): AsyncGenerator<AuditEntry[]> {
  const actions = await actionsOf(db, query);
  let before: number | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- One portion in memory at a time.
    const rows = await listRows(db, query, { actions, before, limit: PORTION });
    if (rows.length > 0) yield rows;
    if (rows.length < PORTION) return;
    before = rows.at(-1)?.id;
  }
}

const matches = ({ actorId, kind, subjectId, from, to }: AuditFilters) =>
  and(
    actorId ? eq(entries.actorId, actorId) : undefined,
    kind ? eq(entries.kind, kind) : undefined,
    subjectId ? eq(entries.subjectId, subjectId) : undefined,
    from ? gte(entries.at, new Date(from)) : undefined,
    to ? lte(entries.at, new Date(to)) : undefined,
  );

/** Undefined if the filter does not choose actions. */
const actionsOf = async (db: Db, { action, kind }: AuditFilters): Promise<string[] | undefined> =>
  action || kind ? listActions(db, { action, kind }) : undefined;

async function listRows(
  db: Db,
  query: AuditFilters,
  { actions, before, limit }: { actions: string[] | undefined; before: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const those = and(matches(query), before === undefined ? undefined : lt(entries.id, before));
  // The last entries of each action, so that a list of rare entries does not read the whole log.
  const lastOfEach =
    actions &&
    sql`${entries.id} in (
      select last_ones.id from unnest(${sql.param(actions)}::text[]) as of_action(name) cross join lateral (
        select ${entries.id} from ${entries}
        where ${and(sql`${entries.action} = of_action.name`, those)} order by ${entries.id} desc limit ${limit}
      ) as last_ones)`;
  const rows = await db
    .select()
    .from(entries)
    .where(lastOfEach ?? those)
    .orderBy(desc(entries.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** The recorded actions that a filter matches. */
async function listActions(db: Db, { action, kind }: Pick<AuditQuery, 'action' | 'kind'>): Promise<string[]> {
  const named = action?.endsWith('.') ? sql`starts_with(${counts.action}, ${action})` : undefined;
  const rows = await db
    .selectDistinct({ action: counts.action })
    .from(counts)
    .where(
      and(
        action ? (named ?? eq(counts.action, action)) : undefined,
        kind ? eq(counts.kind, kind) : undefined,
      ),
    );
  return rows.map((row) => row.action);
}

async function countEntries(
  db: Db,
  { actorId, kind, actions }: Pick<AuditQuery, 'actorId' | 'kind'> & { actions: string[] | undefined },
): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${counts.count}), 0)::int` })
    .from(counts)
    .where(
      and(
        actorId ? eq(counts.actorId, actorId) : undefined,
        kind ? eq(counts.kind, kind) : undefined,
        actions && inArray(counts.action, actions),
      ),
    );
  return row?.total ?? 0;
}

const HOUR = 3_600_000;

/** Whole hours are counted already. `those`, the entries themselves, are only counted in the partial hours at both ends. */
async function countWithin(
  db: Db,
  {
    from,
    to,
    kind,
    actions,
    those,
  }: Pick<AuditQuery, 'from' | 'to' | 'kind'> & {
    actions: string[] | undefined;
    those: SQL | undefined;
  },
): Promise<number> {
  const first = from ? new Date(Math.ceil(Date.parse(from) / HOUR) * HOUR) : undefined;
  const end = to ? new Date(Math.floor(Date.parse(to) / HOUR) * HOUR) : undefined;
  if (first && end && first >= end) return db.$count(entries, those);
  const inParts = or(first && lt(entries.at, first), end && gte(entries.at, end));
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${hours.count}), 0)::int` })
    .from(hours)
    .where(
      and(
        first && gte(hours.hour, first),
        end && lt(hours.hour, end),
        kind ? eq(hours.kind, kind) : undefined,
        actions && inArray(hours.action, actions),
      ),
    );
  return (row?.total ?? 0) + (await db.$count(entries, and(those, inParts)));
}

export type ServerChangeEntry = {
  id: string;
  name: string;
  at: Date;
  actor: string;
  action: string;
  after: unknown;
};

/** Changes of servers by people within a period, newest first. `of` is a subquery of server ids. */
export async function listServerChanges(
  db: Db,
  { of, from, to, limit }: { of: SQL; from: Date | undefined; to: Date | undefined; limit: number },
): Promise<{ rows: ServerChangeEntry[]; total: number }> {
  const those = and(
    eq(entries.kind, 'server'),
    inArray(entries.subjectId, of),
    from && gte(entries.at, from),
    to && lt(entries.at, to),
  );
  const { at, actorName: actor, action, after } = entries;
  const [rows, total] = await Promise.all([
    db
      .select({ id: servers.id, name: servers.name, at, actor, action, after })
      .from(entries)
      .innerJoin(servers, eq(servers.id, entries.subjectId))
      .where(those)
      .orderBy(desc(entries.id))
      .limit(limit),
    db.$count(entries, those),
  ]);
  return { rows, total };
}

/** The last status that a person set for each server. */
export const listStatusByHand = (db: Db, serverIds: string[]) =>
  db
    .selectDistinctOn([entries.subjectId], {
      id: entries.subjectId,
      actor: entries.actorName,
      at: entries.at,
      status: sql<string>`${entries.after} ->> 'status'`,
    })
    .from(entries)
    .where(
      and(
        eq(entries.kind, 'server'),
        inArray(entries.subjectId, serverIds),
        sql`${entries.after} ->> 'status' is not null`,
      ),
    )
    .orderBy(entries.subjectId, desc(entries.id));
