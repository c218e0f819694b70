import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import { principalsOf } from '../access/may-read.ts';
import type { Actor } from '../actor.ts';
import type { SearchKind } from '../../contract/calls/search.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import type { Db } from '../db/open.ts';
import { notInBin } from '../db/bin.ts';
import { documents, searchEntries, serverDocuments, servers, sessions, users } from '../db/schema.ts';
import { listForCopy as documentsForCopy } from '../documents/queries.ts';
import { displayName } from '../http/session.ts';
import { policyFacts, POLICY_FACTS } from '../http/sign-in-policy.ts';
import { listForCopy as serversForCopy } from '../servers/queries.ts';
import type { Schedule } from '../servers/schedule.ts';

/** What the copy reads from the database, for all readers: the copy keeps the readers of each row and applies them itself. */

/** A row that changed since the copy read it has another mark. */
export type Marked = { id: string; mark: string; bytes: number };

const isOneOf = (column: SQL, ids: string[] | undefined) =>
  ids ? sql`${column} = any(${sql.param(ids)}::uuid[])` : sql`true`;

export const markDocuments = (db: Db, ids?: string[]): Promise<Marked[]> =>
  db
    .select({
      id: documents.id,
      mark: sql<string>`${documents}.xmin::text`,
      bytes: sql<number>`octet_length(${documents.content})`,
    })
    .from(documents)
    .where(and(notInBin(documents), isOneOf(sql`${documents.id}`, ids)));

/** A link of a document is part of its server. */
export const markServers = (db: Db, ids?: string[]): Promise<Marked[]> =>
  db
    .select({
      id: servers.id,
      mark: sql<string>`${servers}.xmin::text || coalesce((select string_agg(link.xmin::text, ',' order by link.document_id)
        from ${serverDocuments} as link where link.server_id = ${servers.id}), '')`,
      bytes: sql<number>`2000`,
    })
    .from(servers)
    .where(and(notInBin(servers), isOneOf(sql`${servers.id}`, ids)));

export type CopiedDocument = Awaited<ReturnType<typeof documentsForCopy>>[number];
export const readDocuments = documentsForCopy;

type CopiedLink = { documentId: string; documentType: string | null };
/** `folded` is the text that a search of servers looks through, `manager` the name and address of the manager. */
export type CopiedServer = {
  id: string;
  server: Server;
  folded: string;
  manager: string;
  links: CopiedLink[];
};

export async function readServers(db: Db, ids: string[], schedule: Schedule) {
  const links = await db
    .select()
    .from(serverDocuments)
    .where(isOneOf(sql`${serverDocuments.serverId}`, ids));
  const linksOf = Map.groupBy(links, ({ serverId }) => serverId);
  const rows = await serversForCopy(db, ids, schedule);
  return rows.map((row): CopiedServer => ({
    ...row,
    links: (linksOf.get(row.id) ?? []).map(({ documentId, documentType }) => ({
      documentId,
      documentType,
    })),
  }));
}

export const markEntries = (db: Db, kind: SearchKind, ids?: string[]): Promise<Marked[]> =>
  db
    .select({
      id: searchEntries.id,
      mark: sql<string>`${searchEntries}.xmin::text`,
      bytes: sql<number>`octet_length(${searchEntries.folded})`,
    })
    .from(searchEntries)
    .where(and(eq(searchEntries.kind, kind), isOneOf(sql`${searchEntries.id}`, ids)));

export type Entry = Awaited<ReturnType<typeof readEntries>>[number];
export const readEntries = (db: Db, kind: SearchKind, ids: string[]) =>
  db
    .select({
      id: searchEntries.id,
      title: searchEntries.title,
      body: searchEntries.body,
      foldedTitle: searchEntries.foldedTitle,
      folded: searchEntries.folded,
      readers: searchEntries.readers,
      type: searchEntries.type,
      category: searchEntries.category,
      tags: searchEntries.tags,
      updatedAt: searchEntries.updatedAt,
    })
    .from(searchEntries)
    .where(and(eq(searchEntries.kind, kind), isOneOf(sql`${searchEntries.id}`, ids)));

/** Sessions of active accounts, with what a request needs to know about the account. */
export async function readSessions(db: Db): Promise<{ sid: string; until: Date; actor: Actor }[]> {
  const rows = await db
    .select({
      sid: sessions.sid,
      until: sessions.expire,
      accessId: sessions.id,
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      role: users.role,
      principals: principalsOf,
      ...POLICY_FACTS,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(gt(sessions.expire, sql`now()`), eq(users.accountStatus, 'active')));
  return rows.map(({ sid, until, ...row }) => ({
    sid,
    until,
    actor: {
      userId: row.userId,
      name: displayName(row),
      role: row.role,
      principals: row.principals,
      via: 'session',
      sid,
      accessId: row.accessId,
      policy: policyFacts(row),
    },
  }));
}
