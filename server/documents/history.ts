import { and, eq, sql } from 'drizzle-orm';
import { objectIdsIn } from '../../contract/calls/objects.ts';
import type { Readers } from '../../contract/shared/readers.ts';
import { readersOfNew } from '../access/default-readers.ts';
import { withOwner } from '../access/readers.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { documents, documentVersions } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { noteUses } from '../objects/queries.ts';
import { readText } from '../text/markdown/reader-text.ts';
import { noteLinks } from './links.ts';
import { filled, type DocumentFields } from './save.ts';
import { indexDocuments, summaryOf } from './derived-texts.ts';

/** The author: an account of this instance, or the importer together with the original name. */
export type Author = { userId: string; elsewhere: string | null };

/** A version from another instance, with links of this one. */
export type PastVersion = {
  fields: DocumentFields;
  version: number;
  author: Author;
  note: string | null;
  savedAt: Date;
};

export type PastDocument = {
  id: string;
  author: Author;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  importPath: string | null;
  /** Null for the default readers of the category. */
  readers: Readers;
  current: PastVersion;
};

/**
 * Stores a document with a history from elsewhere, with everything that a save updates. `earlier` is read version by
 * version, since a history may exceed memory. Sends no notifications. Returns the number of versions.
 */
export async function storeDocument(
  tx: Db,
  actor: Actor,
  { id, author, current, ...past }: PastDocument,
  earlier: AsyncIterable<PastVersion>,
): Promise<number> {
  const content = readText(current.fields.content);
  const own = { category: current.fields.category, readers: past.readers ?? undefined };
  const [readers] = await readersOfNew(tx, [own]);
  const [row] = await tx
    .insert(documents)
    .values({
      ...current.fields,
      summary: summaryOf(current.fields, content.text),
      ...past,
      id,
      readers: withOwner(readers ?? null, author.userId),
      authorId: author.userId,
      authorElsewhere: author.elsewhere,
      lastUpdatedBy: current.author.userId,
      updaterElsewhere: current.author.elsewhere,
      version: current.version,
    })
    .returning();
  const made = found(row, 'Document');
  const count = await addVersions(tx, actor, id, earlier);
  await addVersions(tx, actor, id, once(current));
  await noteLinks(tx, [made]);
  if (!made.deletedAt) await indexDocuments(tx, [made], [content]);
  const after = { title: made.title, version: made.version };
  await record(tx, actor, { action: 'document.create', kind: 'document', subjectId: id, after });
  return count + 1;
}

/** Adds versions to a locked document; the last one becomes current. */
export async function appendVersions(
  tx: Db,
  actor: Actor,
  id: string,
  added: AsyncIterable<PastVersion>,
): Promise<number> {
  let last: PastVersion | undefined;
  const count = await addVersions(
    tx,
    actor,
    id,
    (async function* () {
      for await (const version of added) {
        last = version;
        yield version;
      }
    })(),
  );
  if (!last) return 0;
  const content = readText(last.fields.content);
  const [row] = await tx
    .update(documents)
    .set({
      ...last.fields,
      summary: summaryOf(last.fields, content.text),
      version: last.version,
      lastUpdatedBy: last.author.userId,
      updaterElsewhere: last.author.elsewhere,
      updatedAt: sql`greatest(${last.savedAt.toISOString()}::timestamptz, ${documents.updatedAt} + interval '1 millisecond')`,
    })
    .where(eq(documents.id, id))
    .returning();
  const after = found(row, 'Document');
  await noteLinks(tx, [after]);
  if (!after.deletedAt) await indexDocuments(tx, [after], [content]);
  const change = { title: after.title, version: after.version };
  await record(tx, actor, { action: 'document.update', kind: 'document', subjectId: id, after: change });
  return count;
}

/** Versions per statement, and characters of their texts. */
const MOST = 50;
const MOST_CHARACTERS = 4_000_000;

async function addVersions(
  tx: Db,
  actor: Actor,
  documentId: string,
  versions: AsyncIterable<PastVersion>,
): Promise<number> {
  let portion: PastVersion[] = [];
  let characters = 0;
  let count = 0;
  const write = async () => {
    if (portion.length === 0) return;
    await tx.insert(documentVersions).values(portion.map((version) => versionRow(documentId, version)));
    const objectIds = [...new Set(portion.flatMap(({ fields }) => objectIdsIn(fields.content)))];
    await noteUses(tx, actor, [{ documentId, objectIds }]);
    count += portion.length;
    portion = [];
    characters = 0;
  };
  for await (const version of versions) {
    portion.push(version);
    characters += version.fields.content.length;
    if (portion.length >= MOST || characters > MOST_CHARACTERS) await write();
  }
  await write();
  return count;
}

function versionRow(documentId: string, { fields: all, version, author, note, savedAt }: PastVersion) {
  const { title, content, ...fields } = all;
  return {
    documentId,
    version,
    title,
    content,
    fields,
    authorId: author.userId,
    authorElsewhere: author.elsewhere,
    changeLog: note,
    createdAt: savedAt,
  };
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** Title and fields of a version. Fields that were introduced later get their empty value. */
export const fieldsInVersion = ({
  title,
  content,
  fields,
}: typeof documentVersions.$inferSelect): DocumentFields =>
  filled({ ...(fields as Partial<DocumentFields>), title, content });

/** The fields of a document in a version; undefined when the version does not exist. */
export async function fieldsOfVersion(
  db: Db,
  documentId: string,
  version: number,
): Promise<DocumentFields | undefined> {
  const [row] = await db
    .select()
    .from(documentVersions)
    .where(and(eq(documentVersions.documentId, documentId), eq(documentVersions.version, version)));
  return row && fieldsInVersion(row);
}
