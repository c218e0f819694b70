import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, ne, not, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { InstanceContents } from '../../../contract/calls/exports.ts';
import { mayRead } from '../../access/may-read.ts';
import type { Reader } from '../../actor.ts';
import { ADMINS } from '../../../contract/shared/readers.ts';
import { inBin } from '../../db/bin.ts';
import type { Db } from '../../db/open.ts';
import {
  documents,
  documentVersions,
  groupMembers,
  groups,
  objects,
  objectUses,
  serverDocuments,
  servers,
  teamMembers,
  users,
} from '../../db/schema.ts';
import { DOWNLOAD } from '../../objects/queries.ts';
import { fieldsInVersion } from '../../documents/history.ts';
import { bytesOf } from '../../documents/queries.ts';
import { LongList } from '../../http/long-list.ts';
import { personText } from './layout.ts';
import { nameOf } from '../../db/person-name.ts';

/** Queries of an export, in portions. `db` is one transaction, so that all data is of one moment. */

type Row = typeof documents.$inferSelect;
export type ShownObject = typeof objects.$inferSelect;

const authors = alias(users, 'authors');
const updaters = alias(users, 'updaters');

/** Whose documents an export has. Without a reader, as for the command on the machine, it has all of them. */
type Whose = Reader | undefined;
const isOpen = (whose: Whose, readers: SQLWrapper = documents.readers) =>
  whose ? mayRead(whose, readers) : sql`true`;

const isThere = (whose: Whose) =>
  sql`(${documents.deletedAt} is null or ${inBin(documents)}) and ${isOpen(whose)}`;
const isServerThere = sql`(${servers.deletedAt} is null or ${inBin(servers)})`;

/** Shown by a version of a document, or the picture of a member. */
const isShown = (
  whose: Whose,
) => sql`(exists (select 1 from ${objectUses} as u join ${documents} as d on d.id = u.document_id
    where u.object_id = ${objects.id} and (d.deleted_at is null or d.deleted_at > now() - interval '30 days')
      and ${isOpen(whose, sql`d.readers`)})
  or exists (select 1 from ${teamMembers} as m where m.deleted_at is null
    and m.profile_image_url = '/objects/' || ${objects.id}))`;

export async function countContents(db: Db, whose?: Whose): Promise<InstanceContents> {
  const documentsWhere = async (those: SQL) => {
    const versions = sql<number>`coalesce(sum(${documents.version}), 0)::int`;
    const [row] = await db
      .select({ count: count(), versions })
      .from(documents)
      .where(and(those, isOpen(whose)));
    return row ?? { count: 0, versions: 0 };
  };
  // Two queries, so that an index alone answers the first.
  const current = await documentsWhere(isNull(documents.deletedAt));
  const binned = await documentsWhere(inBin(documents));
  return {
    documents: current.count,
    documentsInBin: binned.count,
    versions: current.versions + binned.versions,
    images: await db.$count(objects, and(ne(objects.contentType, DOWNLOAD), isShown(whose))),
    files: await db.$count(objects, and(eq(objects.contentType, DOWNLOAD), isShown(whose))),
    servers: await db.$count(servers, isNull(servers.deletedAt)),
    serversInBin: await db.$count(servers, inBin(servers)),
    members: await db.$count(teamMembers, isNull(teamMembers.deletedAt)),
    serverDocuments: await countServerDocuments(db, whose),
  };
}

/** Links with an existing server and document. The few others are found by an index. */
const countServerDocuments = (db: Db, whose: Whose): Promise<number> =>
  db.$count(
    serverDocuments,
    and(
      sql`${serverDocuments.serverId} not in (select ${servers.id} from ${servers} where ${isGone(servers)})`,
      sql`${serverDocuments.documentId} not in (
        select ${documents.id} from ${documents} where ${or(isGone(documents), not(isOpen(whose)))})`,
    ),
  );

const isGone = (table: typeof servers | typeof documents) =>
  and(isNotNull(table.deletedAt), not(inBin(table)));

/** Bytes of all texts and of all shown images and files. */
export async function countBytes(db: Db, whose: Whose): Promise<number> {
  const texts = sql<number>`coalesce(sum(octet_length(${documentVersions.content})), 0)::float8`;
  const [written] = await db.select({ bytes: texts }).from(documentVersions);
  const [shown] = await db
    .select({ bytes: sql<number>`coalesce(sum(${objects.bytes}), 0)::float8` })
    .from(objects)
    .where(isShown(whose));
  return (written?.bytes ?? 0) + (shown?.bytes ?? 0);
}

/** All documents, including the bin, in an order that an import preserves. */
export async function listPlaced(db: Db, whose: Whose) {
  const rows = await db
    .select({
      id: documents.id,
      title: documents.title,
      category: documents.category,
      templateType: documents.templateType,
      deletedAt: documents.deletedAt,
    })
    .from(documents)
    .where(isThere(whose))
    .orderBy(asc(documents.createdAt), asc(documents.id));
  return rows.map(({ deletedAt, ...row }) => ({ ...row, isInBin: deletedAt !== null }));
}

const emailOf = (person: typeof authors | typeof updaters) =>
  sql<string | null>`case when ${person.isDeleted} then null else ${person.email} end`;

const selectVersions = (db: Db) =>
  db
    .select({ row: documentVersions, name: nameOf(authors), email: emailOf(authors) })
    .from(documentVersions)
    .innerJoin(authors, eq(authors.id, documentVersions.authorId));

type Selected = Awaited<ReturnType<typeof selectVersions>>[number];

const asVersion = ({ row, name, email }: Selected) => ({
  fields: fieldsInVersion(row),
  saved: {
    version: row.version,
    savedBy: row.authorElsewhere ?? personText({ name, email }),
    savedAt: row.createdAt.toISOString(),
    note: row.changeLog,
  },
});

export type CurrentDocument = {
  row: Row;
  author: string;
  /** Author and time of the current version. */
  saved: ReturnType<typeof asVersion>['saved'];
};

export async function findCurrent(db: Db, id: string): Promise<CurrentDocument | undefined> {
  const [found] = await db
    .select({
      row: documents,
      author: { name: nameOf(authors), email: emailOf(authors) },
      updater: { name: nameOf(updaters), email: emailOf(updaters) },
      note: documentVersions.changeLog,
      savedAt: documentVersions.createdAt,
    })
    .from(documents)
    .innerJoin(authors, eq(authors.id, documents.authorId))
    .leftJoin(updaters, eq(updaters.id, documents.lastUpdatedBy))
    .leftJoin(
      documentVersions,
      and(eq(documentVersions.documentId, documents.id), eq(documentVersions.version, documents.version)),
    )
    .where(eq(documents.id, id));
  if (!found) return undefined;
  const { row, note, savedAt } = found;
  const author = row.authorElsewhere ?? personText(found.author);
  const updater = found.updater.name ? personText(found.updater) : author;
  return {
    row,
    author,
    saved: {
      version: row.version,
      savedBy: row.updaterElsewhere ?? updater,
      savedAt: (savedAt ?? row.updatedAt).toISOString(),
      note,
    },
  };
}

/** The versions before the given one, oldest first. */
export async function* versionsBefore(db: Db, documentId: string, version: number) {
  const sized = await db
    .select({ id: documentVersions.id, bytes: bytesOf(documentVersions.content) })
    .from(documentVersions)
    .where(and(eq(documentVersions.documentId, documentId), lt(documentVersions.version, version)))
    .orderBy(asc(documentVersions.version));
  const versions = new LongList(sized, async (ids) =>
    (await selectVersions(db).where(inArray(documentVersions.id, ids))).map((row) => ({
      id: row.row.id,
      version: asVersion(row),
    })),
  );
  for await (const portion of versions.portions()) yield* portion.map((one) => one.version);
}

const MANY = 1_000;

/** Shown images and files, by id. */
export async function* shownObjects(db: Db, whose: Whose): AsyncGenerator<ShownObject> {
  let last: string | undefined;
  for (;;) {
    const rows = await db
      .select()
      .from(objects)
      .where(and(isShown(whose), last ? gt(objects.id, last) : undefined))
      .orderBy(asc(objects.id))
      .limit(MANY);
    yield* rows;
    last = rows.at(-1)?.id;
    if (rows.length < MANY) return;
  }
}

/** Servers by id, with their manager's e-mail. */
export async function* serverRows(db: Db, isInBin: boolean) {
  let last: string | undefined;
  for (;;) {
    const rows = await db
      .select({ row: servers, manager: emailOf(authors) })
      .from(servers)
      .leftJoin(authors, eq(authors.id, servers.managedBy))
      .where(
        and(isInBin ? inBin(servers) : isNull(servers.deletedAt), last ? gt(servers.id, last) : undefined),
      )
      .orderBy(asc(servers.id))
      .limit(MANY);
    yield* rows;
    last = rows.at(-1)?.row.id;
    if (rows.length < MANY) return;
  }
}

export const memberRows = (db: Db) =>
  db.select().from(teamMembers).where(isNull(teamMembers.deletedAt)).orderBy(asc(teamMembers.id));

export const serverDocumentRows = (db: Db, whose: Whose) =>
  db
    .select({
      server: servers.name,
      serverId: serverDocuments.serverId,
      documentId: serverDocuments.documentId,
      documentType: serverDocuments.documentType,
      createdAt: serverDocuments.createdAt,
    })
    .from(serverDocuments)
    .innerJoin(servers, and(eq(servers.id, serverDocuments.serverId), isServerThere))
    .innerJoin(documents, and(eq(documents.id, serverDocuments.documentId), isThere(whose)))
    .orderBy(asc(serverDocuments.serverId), asc(serverDocuments.documentId));

/** Accounts by id, for mentions. */
export async function peopleById(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: users.id, name: nameOf(users), email: users.email })
    .from(users)
    .where(and(inArray(users.id, ids), eq(users.isDeleted, false)))
    .orderBy(asc(users.id));
}

/** Readers as a text that another instance can resolve: e-mail addresses, names of groups, and `admins`. */
export async function readersAsText(db: Db, readers: string[] | null): Promise<string[] | null> {
  if (readers === null) return null;
  const idsOf = (kind: string) =>
    readers.flatMap((reader) => (reader.startsWith(`${kind}:`) ? reader.slice(kind.length + 1) : []));
  const people = await peopleById(db, idsOf('person'));
  const named = await db
    .select({ name: groups.name })
    .from(groups)
    .where(inArray(groups.id, idsOf('group')))
    .orderBy(asc(groups.name));
  return [
    ...people.map(({ email }) => `person:${email}`),
    ...named.map(({ name }) => `group:${name}`),
    ...(readers.includes(ADMINS) ? [ADMINS] : []),
  ];
}

/** Groups with the e-mail address of each member. */
export const groupRows = (db: Db) =>
  db
    .select({ name: groups.name, email: users.email })
    .from(groups)
    .leftJoin(groupMembers, eq(groupMembers.groupId, groups.id))
    .leftJoin(users, and(eq(users.id, groupMembers.userId), eq(users.isDeleted, false)))
    .orderBy(asc(groups.name), asc(users.email));
