import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { DocumentChange, DocumentInput } from '../../contract/documents.ts';
import { objectIdsIn } from '../../contract/objects.ts';
import type { Actor } from '../actor.ts';
import { changedFields, record } from '../audit/record.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents, documentVersions } from '../db/schema.ts';
import { found, refuse, type Refusal } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { noteUses } from '../objects/queries.ts';
import { indexEntries } from '../search/entries.ts';
import { noteLinks } from './links.ts';
import { searchEntryOf } from './search-entry.ts';
import { tellMentioned } from './mentions.ts';
import { findDeleter, findDocument } from './queries.ts';
import { tellWatchers } from './watching.ts';

/** Every write of a document goes through here: document, version, search entry, audit entry and live event together. */

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
  importPath?: string;
  changeLog?: string | null | undefined;
};

/** The writable fields with nothing left open: null or left out is the field's empty value. */
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

export const fieldsOf = (row: Row): DocumentFields =>
  Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as DocumentFields;

/**
 * Creates documents, each with its version 1; many at once cost little more than one. Returns their ids in order.
 * `isRecorded` false: the audit log tells of all of it in one line of the caller's.
 */
export async function createDocuments(
  tx: Db,
  actor: Actor,
  inputs: NewDocument[],
  { isRecorded = true } = {},
): Promise<string[]> {
  const rows = await tx
    .insert(documents)
    .values(
      inputs.map((input) => ({
        ...input,
        id: input.id ?? randomUUID(),
        importPath: input.importPath ?? null,
        authorId: actor.userId,
        lastUpdatedBy: actor.userId,
      })),
    )
    .returning();
  // Independent statements: they are sent together.
  await Promise.all([
    tx
      .insert(documentVersions)
      .values(rows.map((row, n) => versionOf(row, actor, inputs[n]?.changeLog ?? null))),
    noteUses(tx, rows.map(usesOf)),
    noteLinks(tx, rows),
    indexEntries(tx, rows.map(searchEntryOf)),
    isRecorded && record(tx, actor, ...rows.map(creationOf)),
    publish(tx, { type: 'changed', topic: 'documents' }),
  ]);
  return rows.map(({ id }) => id);
}

const creationOf = (row: Row) => ({
  action: 'document.create',
  kind: 'document',
  subjectId: row.id,
  after: { title: row.title, version: row.version },
});

/**
 * Changes a document and makes exactly one new version. With a base version that is no longer the current one nothing
 * is stored and the stored document comes back in the refusal.
 */
export async function saveDocument(
  tx: Db,
  actor: Actor,
  id: string,
  change: Change,
): Promise<Refusal | undefined> {
  const [before] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), notInBin(documents)))
    .for('update');
  if (!before) return refuse(404, 'not_found', await whyMissing(tx, id));
  if (change.version !== undefined && change.version !== before.version) {
    const text = `Somebody saved version ${before.version} meanwhile. Nothing was stored.`;
    return refuse(409, 'version_conflict', text, { current: await findDocument(tx, id) });
  }
  const fields = merged(fieldsOf(before), change);
  await storeVersion(tx, actor, before, { fields, changeLog: change.changeLog ?? null });
  await tellMentioned(tx, actor, { id, ...fields }, before.content);
  return undefined;
}

/** Told to somebody who is still writing in it. */
async function whyMissing(tx: Db, id: string): Promise<string> {
  const name = await findDeleter(tx, id);
  return name ? `Document not found: ${name} moved it to the bin` : 'Document not found';
}

/** A field that is left out keeps its value, null clears it. */
function merged(before: DocumentFields, change: Change): DocumentFields {
  const given = Object.fromEntries(
    FIELDS.filter((field) => change[field] !== undefined).map((f) => [f, change[f]]),
  );
  return filled({ ...before, ...given });
}

/** `before` must be locked by the transaction, or two savers would make the same version. */
export async function storeVersion(
  tx: Db,
  actor: Actor,
  before: Row,
  { fields, changeLog }: { fields: DocumentFields; changeLog: string | null },
) {
  const [row] = await tx
    .update(documents)
    .set({
      ...fields,
      version: before.version + 1,
      lastUpdatedBy: actor.userId,
      updaterElsewhere: null,
      // Never earlier than before, even if two saves fall into one millisecond.
      updatedAt: sql`greatest(now(), ${documents.updatedAt} + interval '1 millisecond')`,
    })
    .where(eq(documents.id, before.id))
    .returning();
  const after = found(row, 'Document');
  const changed = changedFields(withoutContent(before), withoutContent(after));
  // Independent statements: they are sent together.
  await Promise.all([
    tx.insert(documentVersions).values(versionOf(after, actor, changeLog)),
    noteUses(tx, [usesOf(after)]),
    noteLinks(tx, [after]),
    indexEntries(tx, [searchEntryOf(after)]),
    record(tx, actor, { action: 'document.update', kind: 'document', subjectId: after.id, ...changed }),
    tellWatchers(tx, actor, after),
    publish(tx, { type: 'changed', topic: 'documents', id: after.id }),
  ]);
}

const usesOf = ({ id, content }: Row) => ({ documentId: id, objectIds: objectIdsIn(content) });

/** The text itself stands in the versions; the audit entry names the version. */
function withoutContent(row: Row): Record<string, unknown> {
  const { content: _, ...fields } = fieldsOf(row);
  return { ...fields, version: row.version };
}

function versionOf(row: Row, actor: Actor, changeLog: string | null) {
  const { title, content, ...fields } = fieldsOf(row);
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
