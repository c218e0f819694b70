import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { DocumentChange, DocumentInput, SavedDocument } from '../../contract/calls/documents.ts';
import { objectIdsIn } from '../../contract/calls/objects.ts';
import type { Readers } from '../../contract/shared/readers.ts';
import { readersOfNew } from '../access/default-readers.ts';
import { givenReader, isShownTo } from '../access/may-read.ts';
import { unknownReader, withOwner } from '../access/readers.ts';
import type { Actor, Reader } from '../actor.ts';
import { changedFields, record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { insertsInto, prepared } from '../db/prepared.ts';
import { nameElsewhereOr, nameOf } from '../db/person-name.ts';
import { documents, documentVersions, users } from '../db/schema.ts';
import { found, refuse, type Refusal } from '../http/errors.ts';
import { publish, publishAccessChange } from '../live/publish.ts';
import { noteUses } from '../objects/queries.ts';
import { readLongText } from '../text/read-long-text.ts';
import { noteLinks } from './links.ts';
import { indexDocuments, summaryOf } from './derived-texts.ts';
import { notifyMentioned } from './mentions.ts';
import { asItem, findDeleter, findDocument } from './queries.ts';
import { notifyOfChange } from './watching.ts';

/**
 * Every write of a document passes through here: it stores document, version, search entry, audit entry and live event
 * together.
 */

type Row = typeof documents.$inferSelect;
type Change = z.output<typeof DocumentChange>;

const FIELDS = [
  'title',
  'content',
  'excerpt',
  'technology',
  'domain',
  'category',
  'tags',
  'isPublished',
  'isTemplate',
  'templateType',
] as const;
type Field = (typeof FIELDS)[number];
export type DocumentFields = Pick<Row, Field>;
export type NewDocument = DocumentFields & {
  id?: string | undefined;
  importPath?: string | undefined;
  /** Null for everybody. Without it, the default readers of the category. */
  readers?: Readers | undefined;
  changeLog?: string | null | undefined;
};

/** Completes the writable fields: null or a missing field becomes its empty value. */
export const filled = (input: z.output<typeof DocumentInput>): DocumentFields => ({
  title: input.title,
  content: input.content,
  excerpt: input.excerpt ?? null,
  technology: input.technology ?? null,
  domain: input.domain ?? null,
  category: input.category ?? null,
  tags: input.tags ?? [],
  isPublished: input.isPublished ?? false,
  isTemplate: input.isTemplate ?? false,
  templateType: input.templateType ?? null,
});

export const fieldsOfDocument = (row: Row): DocumentFields =>
  Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as DocumentFields;

/**
 * Creates documents, each with version 1; many cost little more than one. Returns their ids in order. With `isRecorded`
 * false, the caller records one audit entry for all.
 */
export async function createDocuments(
  tx: Db,
  actor: Actor,
  inputs: NewDocument[],
  { isRecorded = true } = {},
): Promise<string[]> {
  const texts = await Promise.all(inputs.map(({ content }) => readLongText(content)));
  const readers = await readersOfNew(tx, inputs);
  const rows = await tx
    .insert(documents)
    .values(
      inputs.map((input, n) => ({
        ...input,
        summary: summaryOf(input, texts[n]?.text ?? ''),
        id: input.id ?? randomUUID(),
        importPath: input.importPath ?? null,
        readers: withOwner(readers[n] ?? null, actor.userId),
        authorId: actor.userId,
        lastUpdatedBy: actor.userId,
      })),
    )
    .returning();
  // Independent statements, sent together.
  await Promise.all([
    insertVersions(
      tx,
      rows.map((row, n) => versionOf(row, actor, inputs[n]?.changeLog ?? null)),
    ),
    noteUses(tx, actor, rows.map(usesOf)).then(() => indexDocuments(tx, rows, texts)),
    noteLinks(tx, rows),
    isRecorded && record(tx, actor, ...rows.map(creationOf)),
    publish(tx, { type: 'changed', topic: 'documents' }),
  ]);
  return rows.map(({ id }) => id);
}

const creationOf = (row: Row) => ({
  action: 'document.create' as const,
  kind: 'document',
  subjectId: row.id,
  after: { title: row.title, version: row.version },
});

/**
 * Changes a document and creates exactly one new version. Returns the document as stored. When the base version is not the current one,
 * stores nothing and returns the stored document in the refusal.
 */
export async function saveDocument(
  tx: Db,
  actor: Actor,
  id: string,
  change: Change,
): Promise<SavedDocument | Refusal> {
  const { principals } = actor;
  const [{ before, authorName } = {}] = await lockDocument(tx).execute({ id, principals });
  if (!before) return refuse(404, 'not_found', await whyMissing(tx, actor, id));
  if (change.version !== undefined && change.version !== before.version) {
    const text = `Somebody saved version ${before.version} meanwhile. Nothing was stored.`;
    return refuse(409, 'version_conflict', text, { current: await findDocument(tx, actor, id) });
  }
  const readers = change.readers === undefined ? before.readers : withOwner(change.readers, before.authorId);
  const refusal = isDeepStrictEqual(readers, before.readers)
    ? undefined
    : await refuseReaders(tx, actor, before, readers);
  if (refusal) return refusal;
  const fields = merged(fieldsOfDocument(before), change);
  const after = await storeVersion(tx, actor, before, {
    fields,
    readers,
    changeLog: change.changeLog ?? null,
  });
  const cannotRead = await notifyMentioned(tx, actor, { id, ...fields }, before.content);
  const stored = asItem({ ...after, authorName: authorName ?? null, lastUpdatedByName: actor.name });
  return { ...stored, ...(cannotRead.length > 0 && { cannotRead }) };
}

/** Only the owner and administrators decide who may read a document. */
async function refuseReaders(
  tx: Db,
  actor: Actor,
  { authorId }: Row,
  readers: Readers,
): Promise<Refusal | undefined> {
  if (authorId !== actor.userId && actor.role !== 'admin')
    return refuse(403, 'forbidden', 'Only its owner and administrators change who may read a document.');
  return unknownReader(tx, readers);
}

const lockDocument = prepared((db) =>
  db
    .select({ before: documents, authorName: nameElsewhereOr(documents.authorElsewhere, nameOf(users)) })
    .from(documents)
    .innerJoin(users, eq(users.id, documents.authorId))
    .where(and(eq(documents.id, sql.placeholder('id')), isShownTo(givenReader)))
    .for('update', { of: documents }),
);

/** The message for somebody who is still editing the document. */
async function whyMissing(tx: Db, reader: Reader, id: string): Promise<string> {
  const name = await findDeleter(tx, reader, id);
  return name ? `Document not found: ${name} moved it to the bin` : 'Document not found';
}

/** A missing field keeps its value; null clears it. */
function merged(before: DocumentFields, change: Change): DocumentFields {
  const given = Object.fromEntries(
    FIELDS.filter((field) => change[field] !== undefined).map((f) => [f, change[f]]),
  );
  return filled({ ...before, ...given });
}

/** Without `readers`, such as for an earlier version that comes back, they stay as they are. */
type Stored = { fields: DocumentFields; changeLog: string | null; readers?: Readers };

/** The caller must have locked `before`, or two concurrent saves would create the same version. */
export async function storeVersion(
  tx: Db,
  actor: Actor,
  before: Row,
  { fields, changeLog, readers = before.readers }: Stored,
): Promise<Row> {
  const content = await readLongText(fields.content);
  const [row] = await updateDocument(tx).execute({
    ...fields,
    id: before.id,
    readers,
    summary: summaryOf(fields, content.text),
    version: before.version + 1,
    lastUpdatedBy: actor.userId,
  });
  const after = found(row, 'Document');
  const changed = changedFields(withoutContent(before), withoutContent(after));
  // Independent statements, sent together.
  await Promise.all([
    insertVersions(tx, [versionOf(after, actor, changeLog)]),
    noteUses(tx, actor, [usesOf(after)]).then(() => indexDocuments(tx, [after], [content])),
    noteLinks(tx, [after]),
    record(tx, actor, { action: 'document.update', kind: 'document', subjectId: after.id, ...changed }),
    notifyOfChange(tx, actor, after),
    publish(tx, { type: 'changed', topic: 'documents', id: after.id }, after.readers),
    !isDeepStrictEqual(before.readers, after.readers) && publishAccessChange(tx),
  ]);
  return after;
}

const given = (name: string) => sql`${sql.placeholder(name)}`;

const updateDocument = prepared((db) =>
  db
    .update(documents)
    .set({
      ...Object.fromEntries(FIELDS.map((field) => [field, given(field)])),
      summary: given('summary'),
      readers: given('readers'),
      version: given('version'),
      lastUpdatedBy: given('lastUpdatedBy'),
      updaterElsewhere: null,
      // Strictly increasing, even for two saves within one millisecond.
      updatedAt: sql`greatest(now(), ${documents.updatedAt} + interval '1 millisecond')`,
    })
    .where(eq(documents.id, sql.placeholder('id')))
    .returning(),
);

const usesOf = ({ id, content }: Row) => ({ documentId: id, objectIds: objectIdsIn(content) });

/** The audit entry names the version, which contains the text. */
function withoutContent(row: Row): Record<string, unknown> {
  const { content: _, ...fields } = fieldsOfDocument(row);
  return { ...fields, readers: row.readers, version: row.version };
}

const insertVersions = insertsInto(documentVersions, [
  'documentId',
  'version',
  'title',
  'content',
  'fields',
  'authorId',
  'changeLog',
]);

function versionOf(row: Row, actor: Actor, changeLog: string | null) {
  const { title, content, ...fields } = fieldsOfDocument(row);
  return {
    documentId: row.id,
    version: row.version,
    title,
    content,
    fields,
    authorId: actor.userId,
    changeLog,
  };
}
