import { and, desc, eq, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod';
import type {
  Document,
  DocumentFilters,
  DocumentItem,
  DocumentQuery,
} from '../../contract/calls/documents.ts';
import { givenReader, isShownTo, mayRead } from '../access/may-read.ts';
import type { Actor, Reader } from '../actor.ts';
import { atMost, prepared } from '../db/prepared.ts';
import { byName } from '../db/order.ts';
import { nameElsewhereOr, nameIfAny, nameOf } from '../db/person-name.ts';
import { inBin, notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { textsAsJson } from '../db/texts-as-json.ts';
import { documentBatches, documents, drafts, users } from '../db/schema.ts';
import { Page } from '../http/endpoint.ts';
import { LongList, type Sized } from '../http/long-list.ts';
import { countFacets } from '../search/facets.ts';
import { asPage, findPage, inPageOrder, type SearchRequest } from '../search/pages.ts';
import { decodeCursor, encodeCursor, PositionInstant } from '../http/cursor.ts';

const authors = alias(users, 'authors');
const updaters = alias(users, 'updaters');

/** Columns of a document in the API, without its content. */
const DOCUMENT = {
  id: documents.id,
  title: documents.title,
  excerpt: documents.excerpt,
  technology: documents.technology,
  domain: documents.domain,
  category: documents.category,
  tags: documents.tags,
  authorId: documents.authorId,
  authorName: nameElsewhereOr(documents.authorElsewhere, nameOf(authors)),
  lastUpdatedBy: documents.lastUpdatedBy,
  lastUpdatedByName: nameElsewhereOr(documents.updaterElsewhere, nameIfAny(updaters)),
  version: documents.version,
  isPublished: documents.isPublished,
  isTemplate: documents.isTemplate,
  templateType: documents.templateType,
  readers: documents.readers,
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt,
  deletedAt: documents.deletedAt,
};

/** The content, or the id in its place. */
const CONTENT = sql<string>`${documents.content}`;
const ID = sql<string>`${documents.id}`;
const CARD = { ...DOCUMENT, summary: documents.summary };

/** Bytes of a text, without reading it. */
export const bytesOf = (column: PgColumn) => sql<number>`octet_length(${column})`;

const selectDocuments = (db: Db, content = CONTENT) =>
  db
    .select({ ...DOCUMENT, content })
    .from(documents)
    .innerJoin(authors, eq(authors.id, documents.authorId))
    .leftJoin(updaters, eq(updaters.id, documents.lastUpdatedBy));
const selectAsCards = (db: Db) =>
  db
    .select(CARD)
    .from(documents)
    .innerJoin(authors, eq(authors.id, documents.authorId))
    .leftJoin(updaters, eq(updaters.id, documents.lastUpdatedBy));

type StoredNames = { authorName: string | null; createdAt: Date; updatedAt: Date };

export const asItem = <Row extends StoredNames>(row: Row) => ({
  ...row,
  authorName: row.authorName ?? '',
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function findDocument(
  db: Db,
  { principals }: Reader,
  id: string,
): Promise<Document | undefined> {
  const [row] = await documentById(db).execute({ id, principals });
  return row && asItem(row);
}

const documentById = prepared((db) =>
  selectDocuments(db).where(and(eq(documents.id, sql.placeholder('id')), isShownTo(givenReader))),
);

/** The size of a document's text; undefined without one. */
export async function findTextBytes(db: Db, { principals }: Reader, id: string): Promise<number | undefined> {
  const [row] = await textBytes(db).execute({ id, principals });
  return row?.bytes;
}

const textBytes = prepared((db) =>
  db
    .select({ bytes: bytesOf(documents.content) })
    .from(documents)
    .where(and(eq(documents.id, sql.placeholder('id')), isShownTo(givenReader))),
);

/** Characters of a text that the page of a document contains: more than any screen shows at first. */
const MOST_IN_PAGE = 20_000;
/** Rendering a form takes a tenth of a millisecond for each line. A longer one is not cut, but left out. */
const MOST_LINES_OF_FORM = 300;

/** The beginning of a document for its page; undefined without one, and if this person has a draft of it. */
export async function findBeginning(db: Db, { userId, principals }: Actor, id: string) {
  const [row] = await documentBeginning(db).execute({ id, key: id, userId, principals });
  if (!row) return undefined;
  const { lineCount, length, ...document } = row;
  const isLong = length > MOST_IN_PAGE || lineCount > MOST_LINES_OF_FORM;
  return isLong && formTypes.has(document.templateType)
    ? undefined
    : { document: asItem(document), lineCount };
}

const formTypes = new Set<string | null>(['how_to_guide', 'build_document']);

const documentBeginning = prepared((db) => {
  const { content } = documents;
  return db
    .select({
      ...DOCUMENT,
      content: sql<string>`left(${content}, ${sql.raw(String(MOST_IN_PAGE))})`,
      length: sql<number>`length(${content})`,
      lineCount: sql<number>`1 + length(${content}) - length(replace(${content}, chr(10), ''))`,
    })
    .from(documents)
    .innerJoin(authors, eq(authors.id, documents.authorId))
    .leftJoin(updaters, eq(updaters.id, documents.lastUpdatedBy))
    .where(
      and(
        eq(documents.id, sql.placeholder('id')),
        isShownTo(givenReader),
        sql`not exists (select from ${drafts} where ${drafts.userId} = ${sql.placeholder('userId')}
          and ${drafts.key} = ${sql.placeholder('key')})`,
      ),
    );
});

export async function hasDocument(db: Db, reader: Reader, id: string): Promise<boolean> {
  const one = and(eq(documents.id, id), isShownTo(reader));
  return (await db.select({ id: documents.id }).from(documents).where(one)).length === 1;
}

/** Those of these documents that the reader may read, by title. */
export const listTitles = (
  db: Db,
  reader: Reader,
  ids: string[],
): Promise<Pick<Document, 'id' | 'title' | 'category'>[]> =>
  db
    .select({ id: documents.id, title: documents.title, category: documents.category })
    .from(documents)
    .where(and(inArray(documents.id, ids), isShownTo(reader)))
    .orderBy(byName(documents.title), documents.id);

/**
 * One page in the order of the search, or everything without a limit. Cards of one page are read at once; texts, and
 * lists of everything, in portions. `timeZone` defines the days of a search.
 */
export async function listDocuments(
  db: Db,
  reader: Reader,
  query: DocumentQuery,
  timeZone?: string,
): Promise<Page<DocumentItem[] | LongList<DocumentItem>>> {
  const { q, limit, cursor, fields } = query;
  const request = {
    q,
    reader,
    kinds: ['document' as const],
    filters: filtersOf(query),
    limit,
    cursor,
    timeZone,
  };
  if (fields !== 'card' || limit === undefined) return listInPortions(db, request, fields);
  const isRepeated = !q?.trim() && cursor === undefined;
  const rows = await (isRepeated
    ? firstCards(db, { ...request, reader: givenReader }).execute(reader)
    : selectCards(db, request));
  const page = await asPage(db, request, rows);
  return new Page(
    page.rows.map(({ item }) => asItem(item)),
    page.total,
    page.nextCursor,
  );
}

/** Cards have a summary of a few hundred characters instead of their text. */
const CARD_BYTES = 1_000;

async function listInPortions(db: Db, request: SearchRequest, fields: DocumentQuery['fields']) {
  const { found, one, position } = hitsOf(db, request);
  const isCard = fields === 'card';
  const bytes = isCard ? sql<number>`${CARD_BYTES}::int` : bytesOf(documents.content);
  const rows = await db
    .select({ ...position, bytes })
    .from(found)
    .innerJoinLateral(one, sql`true`)
    .orderBy(...inPageOrder(found));
  const page = await asPage(db, request, rows);
  const list: LongList<DocumentItem> = isCard
    ? new LongList(page.rows, (ids) => listCards(db, ids))
    : wholeList(db, page.rows);
  return new Page(list, page.total, page.nextCursor);
}

/** Ids that a query for the reader has selected just before. */
const isOneOf = (ids: string[]) =>
  and(sql`${documents.id} = any(${sql.param(ids)}::uuid[])`, notInBin(documents));

const listWhole = async (db: Db, ids: string[], content = CONTENT): Promise<Document[]> =>
  (await selectDocuments(db, content).where(isOneOf(ids))).map(asItem);

/** Documents with their contents, of which a long list sends the bytes that PostgreSQL made. */
const wholeList = (db: Db, rows: Sized[]) =>
  new LongList<Document>(rows, (ids) => listWhole(db, ids), {
    read: (ids) => listWhole(db, ids, ID),
    json: (ids) => textsAsJson(db, documents, ids),
  });

/** Documents for the copy, which applies their readers itself (server/outage/). */
export async function listForCopy(db: Db, ids: string[]) {
  const texts = await listWhole(db, ids);
  const summaries = new Map((await listCards(db, ids)).map(({ id, summary }) => [id, summary]));
  return texts.map((text) => ({ ...text, summary: summaries.get(text.id) }));
}

const listCards = async (db: Db, ids: string[]): Promise<DocumentItem[]> =>
  (await selectAsCards(db).where(isOneOf(ids))).map(asItem);

/** The hits of a page with their documents, which are read one by one by their id: of a small table, PostgreSQL would read all. */
function hitsOf(db: Db, request: SearchRequest) {
  const found = findPage(db, request);
  const one = db.select().from(documents).where(eq(documents.id, found.id)).limit(atMost(1)).as('documents');
  const { id, score, updated, total } = found;
  return { found, one, position: { id, score, updated, total } };
}

function selectCards(db: Db, request: SearchRequest) {
  const { found, one, position } = hitsOf(db, request);
  return db
    .select({ item: CARD, ...position })
    .from(found)
    .innerJoinLateral(one, sql`true`)
    .innerJoin(authors, eq(authors.id, documents.authorId))
    .leftJoin(updaters, eq(updaters.id, documents.lastUpdatedBy))
    .orderBy(...inPageOrder(found));
}

/** The first page of a list without search words, whose reader is a placeholder. */
const firstCards = prepared(selectCards);

/** Titles of all matching documents, in the order of the list. */
export async function listTitlesOf(
  db: Db,
  reader: Reader,
  query: DocumentFilters,
  timeZone?: string,
): Promise<Pick<Document, 'id' | 'title' | 'category'>[]> {
  const found = findPage(db, {
    q: query.q,
    kinds: ['document'],
    reader,
    filters: filtersOf(query),
    timeZone,
  });
  return db
    .select({ id: documents.id, title: documents.title, category: documents.category })
    .from(found)
    .innerJoin(documents, eq(documents.id, found.id))
    .orderBy(...inPageOrder(found));
}

/** The screens send `all` for no filter; a blank value means the same. */
const filtersOf = ({ type, category, tag }: DocumentFilters) => ({
  type: type === 'all' ? undefined : type || undefined,
  category: category?.trim() ? category : undefined,
  tag: tag?.trim() ? tag : undefined,
});

export const listFacets = (db: Db, reader: Reader, filters: DocumentFilters, timeZone?: string) =>
  countFacets(db, 'document', filtersOf(filters), { q: filters.q, timeZone, reader });

export async function listRecent(db: Db, reader: Reader, limit: number): Promise<LongList<Document>> {
  const rows = await db
    .select({ id: documents.id, bytes: bytesOf(documents.content) })
    .from(documents)
    .where(isShownTo(reader))
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(limit);
  return wholeList(db, rows);
}

/** The documents updated last, without their content. */
export async function listRecentCards(db: Db, reader: Reader, limit: number): Promise<DocumentItem[]> {
  const rows = await selectAsCards(db)
    .where(isShownTo(reader))
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(limit);
  return rows.map(asItem);
}

/** Deletion time and id of the last entry shown. */
const BinPosition = z.tuple([PositionInstant, z.uuid()]);

/** Deleted documents without their content, most recently deleted first. */
export async function listBin(
  db: Db,
  reader: Reader,
  { limit = 50, cursor }: { limit?: number | undefined; cursor?: string | undefined },
) {
  const isListed = and(inBin(documents), mayRead(reader, documents.readers));
  const rows = await selectAsCards(db)
    .where(and(isListed, cursor ? deletedBefore(cursor) : undefined))
    .orderBy(desc(documents.deletedAt), desc(documents.id))
    .limit(limit + 1);
  const [{ total } = { total: 0 }] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(documents)
    .where(isListed);
  const items = rows.slice(0, limit).map((row) => ({
    ...asItem(row),
    deletedAt: row.deletedAt?.toISOString() ?? '',
  }));
  const last = rows.length > limit ? items.at(-1) : undefined;
  return new Page(items, total, last && encodeCursor([last.deletedAt, last.id]));
}

function deletedBefore(cursor: string): SQL {
  const [deletedAt, id] = decodeCursor(cursor, BinPosition);
  return sql`(${documents.deletedAt}, ${documents.id}) < (${deletedAt}::timestamptz, ${id}::uuid)`;
}

/** Who moved the document to the bin; undefined when it is not there or the person is unknown. */
export async function findDeleter(db: Db, reader: Reader, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: nameOf(authors) })
    .from(documents)
    .innerJoin(authors, eq(authors.id, documents.deletedBy))
    .where(and(eq(documents.id, id), inBin(documents), mayRead(reader, documents.readers)));
  return row?.name ?? undefined;
}

/** Documents by the path in the zip that they were imported from. */
export const findByImportPaths = (db: Db, reader: Reader, paths: string[]) =>
  db
    .select()
    .from(documents)
    .where(and(sql`${documents.importPath} = any(${sql.param(paths)}::text[])`, isShownTo(reader)));

/** Where documents come from. */
export const findByIds = (db: Db, reader: Reader, ids: string[]) =>
  db
    .select({ id: documents.id, importPath: documents.importPath })
    .from(documents)
    .where(and(sql`${documents.id} = any(${sql.param(ids)}::uuid[])`, isShownTo(reader)));

/** Documents with one of these paths or ids, locked until the transaction ends. */
export const lockByImportPathsOrIds = (tx: Db, reader: Reader, paths: string[], ids: string[]) =>
  tx
    .select()
    .from(documents)
    .where(and(or(inArray(documents.importPath, paths), inArray(documents.id, ids)), isShownTo(reader)))
    .for('update');

/** Ids that belong to a document, in the bin or not. */
export async function findTakenIds(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(sql`${documents.id} = any(${sql.param(ids)}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Import paths that a document outside the bin has, whoever may read it. */
export async function findTakenPaths(db: Db, paths: string[]): Promise<Set<string | null>> {
  const rows = await db
    .select({ path: documents.importPath })
    .from(documents)
    .where(and(sql`${documents.importPath} = any(${sql.param(paths)}::text[])`, notInBin(documents)));
  return new Set(rows.map(({ path }) => path));
}

/** A batch can be undone for a day. */
export async function removeOldDocumentBatches(db: Db): Promise<void> {
  await db.delete(documentBatches).where(lt(documentBatches.createdAt, sql`now() - interval '1 day'`));
}
