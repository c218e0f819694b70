import { and, desc, eq, getTableColumns, gt, inArray, lt, sql } from 'drizzle-orm';
import * as z from 'zod';
import {
  isSane,
  SERVER_FIELDS,
  textFields,
  type Figure,
  type Server,
} from '../../contract/shared/server-fields.ts';
import type { ServerStatus } from '../../contract/shared/server-words.ts';
import type { HistoryEntry, ServerFilters, ServerQuery } from '../../contract/calls/servers.ts';
import type { Actor, Reader } from '../actor.ts';
import { atMost, prepared } from '../db/prepared.ts';
import { inBin, notInBin } from '../db/bin.ts';
import { leadsToOpen } from '../access/may-read.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { nameIfAny, nameOf } from '../db/person-name.ts';
import { auditEntries, serverBatches, servers, users, watches } from '../db/schema.ts';
import { Page } from '../http/endpoint.ts';
import { LongList } from '../http/long-list.ts';
import type { SearchEntry } from '../search/entries.ts';
import { foldedOf, searchEntryOf, type ServerRow } from './fields.ts';
import type { At } from '../../contract/shared/time-zone.ts';
import { matching, NO_TIME } from './matching.ts';
import { findRunbooks } from './mentions.ts';
import { outdatedAt, type Schedule } from './schedule.ts';
import { positionOf, sortingOf } from './sorting.ts';
import { decodeCursor, encodeCursor, PositionInstant } from '../http/cursor.ts';

const selectServers = (db: Db) =>
  db
    .select({ row: servers, managedByName: nameIfAny(users) })
    .from(servers)
    .leftJoin(users, eq(users.id, servers.managedBy));

type Selected = Awaited<ReturnType<typeof selectServers>>[number];

const FIGURES: Figure[] = ['cpuUsage', 'memoryUsage', 'diskUsage', 'uptime'];

/** Rounds a 4-byte float to the number that people entered. */
const rounded = (value: number) => Math.round(value * 100) / 100;

function asServer({ row, managedByName }: Selected, schedule: Schedule): Server {
  // Treats impossible values as not measured, so that one such row does not break the whole list.
  const figure = (name: Figure) => (isSane(name, row[name]) ? rounded(row[name]) : 0);
  return {
    ...row,
    cpuUsage: figure('cpuUsage'),
    memoryUsage: figure('memoryUsage'),
    diskUsage: figure('diskUsage'),
    uptime: figure('uptime'),
    measured: FIGURES.filter((name) => isSane(name, row[name])),
    managedByName,
    statusSince: row.statusSince?.toISOString() ?? null,
    measuredAt: row.measuredAt?.toISOString() ?? null,
    outdatedAt: outdatedAt(row, schedule)?.toISOString() ?? null,
    lastHealthCheck: row.lastHealthCheck?.toISOString() ?? null,
    certificateExpiresAt: row.certificateExpiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export async function findServer(db: Db, id: string, schedule: Schedule): Promise<Server | undefined> {
  const [found] = await selectServers(db).where(and(eq(servers.id, id), notInBin(servers)));
  return found && asServer(found, schedule);
}

export async function findServerRow(db: Db, id: string): Promise<ServerRow | undefined> {
  return (
    await db
      .select()
      .from(servers)
      .where(and(eq(servers.id, id), notInBin(servers)))
  )[0];
}

/** Reads the row and locks it until the transaction ends. */
export async function lockServer(tx: Db, id: string): Promise<ServerRow | undefined> {
  const [row] = await tx
    .select()
    .from(servers)
    .where(and(eq(servers.id, id), notInBin(servers)))
    .for('update');
  return row;
}

/** One page in the order of the query, or everything (after the cursor) in portions without a limit. */
export async function listServers(
  db: Db,
  query: ServerQuery,
  { at, schedule, reader }: { at: At; schedule: Schedule; reader: Reader },
): Promise<Page<Server[] | LongList<Server>>> {
  if (query.limit === undefined) return listEveryServer(db, query, at, schedule);
  const isRepeated = !query.q?.trim() && !query.filter?.trim() && query.cursor === undefined;
  const rows = await (isRepeated ? firstPage(db, query).execute() : selectPage(db, query, at));
  // An empty page after the last one needs its own count.
  const [{ total } = { total: 0 }] = rows.length > 0 || !query.cursor ? rows : await counting(db, query, at);
  const items = rows.slice(0, query.limit);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  const page = items.map((item) => asServer(item, schedule));
  return new Page(
    query.runbooks ? await withRunbooks(db, reader, page) : page,
    total,
    last && encodeCursor(positionOf(last.key, last.row)),
  );
}

/** Bytes of a row as JSON without its long texts. */
const SHORT_FIELDS = 2_000;
const LONG_TEXTS = textFields.filter((name) => SERVER_FIELDS[name].kind === 'long');
const BYTES = sql<number>`${sql.join(
  LONG_TEXTS.map((name) => sql`coalesce(octet_length(${servers[name]}), 0)`),
  sql` + `,
)} + ${sql.raw(String(SHORT_FIELDS))}`;

const needsAttention = ({ status }: Server) => status === 'offline' || status === 'warning';

async function withRunbooks(db: Db, reader: Reader, page: Server[]): Promise<Server[]> {
  const runbooks = await findRunbooks(db, reader, page.filter(needsAttention));
  return page.map((server) =>
    needsAttention(server) ? { ...server, runbook: runbooks.get(server.id) ?? null } : server,
  );
}

async function listEveryServer(db: Db, query: ServerQuery, at: At, schedule: Schedule) {
  const sorting = sortingOf(query.sort);
  const rows = await db
    .select({ id: servers.id, bytes: BYTES })
    .from(servers)
    .where(and(matching(query, at), query.cursor ? sorting.after(query.cursor) : undefined))
    .orderBy(...sorting.orderBy);
  const [{ total } = { total: 0 }] = query.cursor ? await counting(db, query, at) : [{ total: rows.length }];
  const read = async (ids: string[]) =>
    (await selectServers(db).where(inArray(servers.id, ids))).map((row) => asServer(row, schedule));
  return new Page(new LongList(rows, read), total, undefined);
}

/** Servers for the copy (server/outage/), with the texts that filters and the search look at. */
export async function listForCopy(db: Db, ids: string[], schedule: Schedule) {
  const rows = await db
    .select({ row: servers, managedByName: nameIfAny(users), email: users.email })
    .from(servers)
    .leftJoin(users, eq(users.id, servers.managedBy))
    .where(inArray(servers.id, ids));
  return rows.map(({ email, ...found }) => ({
    id: found.row.id,
    server: asServer(found, schedule),
    folded: found.row.folded,
    manager: [found.managedByName, email].filter(Boolean).join('\n'),
  }));
}

const counting = (db: Db, query: ServerQuery, at: At) =>
  db
    .select({ total: sql<number>`count(*)::int` })
    .from(servers)
    .where(matching(query, at));

function selectPage(db: Db, query: ServerQuery, at: At) {
  const sorting = sortingOf(query.sort);
  return db
    .select({
      key: sorting.key,
      row: servers,
      managedByName: nameIfAny(users),
      total: sql<number>`(${counting(db, query, at)})`,
    })
    .from(servers)
    .leftJoin(users, eq(users.id, servers.managedBy))
    .where(and(matching(query, at), query.cursor ? sorting.after(query.cursor) : undefined))
    .orderBy(...sorting.orderBy)
    .limit(atMost((query.limit ?? 0) + 1));
}

/** The first page of a list without words and times to look for. */
const firstPage = prepared((db, query: ServerQuery) => selectPage(db, query, NO_TIME));

/** All matching rows by name, for exports. */
export async function listForExport(db: Db, filters: ServerFilters, at: At): Promise<LongList<ServerRow>> {
  const rows = await db
    .select({ id: servers.id, bytes: BYTES })
    .from(servers)
    .where(matching(filters, at))
    .orderBy(byName(servers.name), servers.id);
  return new LongList(rows, (ids) => db.select().from(servers).where(inArray(servers.id, ids)));
}

const {
  keyContacts: _contacts,
  description: _description,
  notes: _notes,
  ...SHORT
} = getTableColumns(servers);

/** A server without its long texts. */
export type ShortServerRow = Omit<ServerRow, 'keyContacts' | 'description' | 'notes'>;

/** All matching rows by name, for lists that other programs read. */
export const listForPrograms = (db: Db, filters: ServerFilters, at: At): Promise<ShortServerRow[]> =>
  db.select(SHORT).from(servers).where(matching(filters, at)).orderBy(byName(servers.name), servers.id);

/** Ids of all matching servers, for bulk changes. */
export const listMatchingIds = async (db: Db, filter: string, at: At): Promise<string[]> =>
  (await db.select({ id: servers.id }).from(servers).where(matching({ filter }, at))).map(({ id }) => id);

/** All locations and teams of servers outside the bin. */
export async function listPlaces(db: Db): Promise<{ locations: string[]; teams: string[] }> {
  const rows = await db
    .selectDistinct({ location: servers.serverLocation, team: servers.teamOwner })
    .from(servers)
    .where(notInBin(servers));
  return {
    locations: rows.flatMap(({ location }) => location ?? []),
    teams: rows.flatMap(({ team }) => team ?? []),
  };
}

/** Position: deletion time and id of the last row. */
const BinPosition = z.tuple([PositionInstant, z.uuid()]);

export async function listServerBin(
  db: Db,
  { limit = 50, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  schedule: Schedule,
) {
  const position = cursor ? decodeCursor(cursor, BinPosition) : undefined;
  const rows = await selectServers(db)
    .where(
      and(
        inBin(servers),
        position &&
          sql`(${servers.deletedAt}, ${servers.id}) < (${position[0]}::timestamptz, ${position[1]}::uuid)`,
      ),
    )
    .orderBy(desc(servers.deletedAt), desc(servers.id))
    .limit(limit + 1);
  const [{ total } = { total: 0 }] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(servers)
    .where(inBin(servers));
  const items = rows
    .slice(0, limit)
    .map((found) => ({ ...asServer(found, schedule), deletedAt: found.row.deletedAt?.toISOString() ?? '' }));
  const last = rows.length > limit ? items.at(-1) : undefined;
  return new Page(items, total, last && encodeCursor([last.deletedAt, last.id]));
}

/** Audit entries of one server, newest first; the cursor is the last entry's number. */
/** Without links to documents that the reader may not read. */
export async function listHistory(
  db: Db,
  reader: Reader,
  serverId: string,
  { limit = 50, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<HistoryEntry[]>> {
  const page = sql`'/knowledge-base/' || (${auditEntries.after} ->> 'documentId')`;
  const ofServer = and(
    eq(auditEntries.kind, 'server'),
    eq(auditEntries.subjectId, serverId),
    leadsToOpen(reader, page),
  );
  const before = cursor ? decodeCursor(cursor, z.tuple([z.number().int()]))[0] : undefined;
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(ofServer, before === undefined ? undefined : lt(auditEntries.id, before)))
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1);
  const [{ total } = { total: 0 }] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(auditEntries)
    .where(ofServer);
  const items = rows.slice(0, limit).map(({ id, at, actorName, action, before: was, after: is }) => ({
    id,
    at: at.toISOString(),
    actorName,
    action,
    before: was as HistoryEntry['before'],
    after: is as HistoryEntry['after'],
  }));
  const last = rows.length > limit ? items.at(-1) : undefined;
  return new Page(items, total, last && encodeCursor([last.id]));
}

/** Statuses that people set after `since`, with their times, oldest first. */
export async function listManualStatuses(
  db: Db,
  serverId: string,
  since = new Date(0),
): Promise<{ status: ServerStatus; at: Date }[]> {
  const status = sql<ServerStatus>`${auditEntries.after} ->> 'status'`;
  return db
    .select({ status, at: auditEntries.at })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.kind, 'server'),
        eq(auditEntries.subjectId, serverId),
        gt(auditEntries.at, since),
        sql`${status} is not null`,
      ),
    )
    .orderBy(auditEntries.id);
}

/** Accounts that can manage a server. */
export const listManagers = (db: Db) =>
  db
    .select({ id: users.id, name: nameOf(users) })
    .from(users)
    .where(eq(users.accountStatus, 'active'))
    .orderBy(byName(nameOf(users)))
    .limit(1_000);

/** Ids that do not belong to an active account. */
export async function findWrongManagers(db: Db, ids: string[]): Promise<Set<string>> {
  const good = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), eq(users.accountStatus, 'active')));
  const known = new Set(good.map(({ id }) => id));
  return new Set(ids.filter((id) => !known.has(id)));
}

/** A batch can be undone for a day. */
export async function removeOldBatches(db: Db): Promise<void> {
  await db.delete(serverBatches).where(lt(serverBatches.createdAt, sql`now() - interval '1 day'`));
}

/** Servers outside the bin by name, ignoring case. */
export const findByNames = (db: Db, names: string[]): Promise<ServerRow[]> =>
  db
    .select()
    .from(servers)
    .where(and(notInBin(servers), inArray(sql`lower(${servers.name})`, names)));

export const ownWatch = (actor: Actor, id: string) =>
  and(eq(watches.userId, actor.userId), eq(watches.kind, 'server'), eq(watches.subjectId, id));

/** Whether an account watches a server. */
export const isWatching = async (db: Db, actor: Actor, id: string): Promise<boolean> =>
  (await db.select({ userId: watches.userId }).from(watches).where(ownWatch(actor, id))).length > 0;

/** Search entries of these servers, except those in the bin. Also updates `folded`, which depends on the same fields. */
export async function serverEntries(tx: Db, ids: string[]): Promise<SearchEntry[]> {
  const rows = await tx
    .select()
    .from(servers)
    .where(and(inArray(servers.id, ids), notInBin(servers)));
  for (const row of rows) {
    const folded = foldedOf(row);
    // oxlint-disable-next-line no-await-in-loop -- One connection, and after an update alone.
    if (folded !== row.folded) await tx.update(servers).set({ folded }).where(eq(servers.id, row.id));
  }
  return rows.map(searchEntryOf);
}
