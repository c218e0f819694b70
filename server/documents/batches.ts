import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { BatchResult, BulkFields, BulkInput } from '../../contract/calls/document-batches.ts';
import { LIMITS } from '../../contract/shared/document-words.ts';
import { isShownTo, mayRead } from '../access/may-read.ts';
import type { Actor, Reader } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { documentBatches, documents, type DocumentBatchEntry } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { removeDocument, undeleteDocument } from './bin.ts';
import { fieldsOfDocument, storeVersion, type DocumentFields } from './save.ts';

type Row = typeof documents.$inferSelect;

const GONE = 'There is no such document';
const TOO_MANY_TAGS = `It would have more than ${LIMITS.tags} tags`;

/**
 * Changes or deletes many documents. Documents that cannot be changed are reported and do not stop the rest. Each
 * change creates one version.
 */
export async function changeMany(
  tx: Db,
  actor: Actor,
  { ids, action, fields = {} }: z.output<typeof BulkInput>,
): Promise<BatchResult> {
  const requested = new Set(ids);
  const problems: BatchResult['problems'] = [];
  const entries: DocumentBatchEntry[] = [];
  let changed = 0;
  for (const row of await lockDocuments(tx, actor, [...requested])) {
    requested.delete(row.id);
    const next = withFields(fieldsOfDocument(row), fields);
    if (action === 'set' && next.tags.length > LIMITS.tags) {
      problems.push({ id: row.id, reason: TOO_MANY_TAGS });
      continue;
    }
    changed += 1;
    if (action === 'delete') {
      await removeDocument(tx, actor, row.id);
      entries.push({ id: row.id, did: 'delete' });
    } else if (!isDeepStrictEqual(next, fieldsOfDocument(row))) {
      await storeVersion(tx, actor, row, { fields: next, changeLog: null });
      const { content: _, ...before } = fieldsOfDocument(row);
      entries.push({ id: row.id, did: 'change', version: row.version + 1, before });
    }
  }
  problems.push(...[...requested].map((id) => ({ id, reason: GONE })));
  return { changed, problems, batchId: await keepBatch(tx, actor, entries) };
}

const lockDocuments = (tx: Db, reader: Reader, ids: string[]): Promise<Row[]> =>
  tx
    .select()
    .from(documents)
    .where(and(inArray(documents.id, ids), isShownTo(reader)))
    .orderBy(documents.id)
    .for('update');

/** Null clears a field. Tags are set first, then added and removed. */
function withFields(before: DocumentFields, fields: z.output<typeof BulkFields>): DocumentFields {
  const { addTags = [], removeTags = [], tags, isPublished, isTemplate, ...texts } = fields;
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  const all = [...(tags === undefined ? before.tags : (tags ?? [])), ...addTags];
  return {
    ...before,
    ...given,
    isPublished: isPublished === undefined ? before.isPublished : (isPublished ?? false),
    isTemplate: isTemplate === undefined ? before.isTemplate : (isTemplate ?? false),
    tags: [...new Set(all)].filter((tag) => !removeTags.includes(tag)),
  };
}

/** Stores a batch for its undo; returns null when it changed nothing. */
async function keepBatch(tx: Db, actor: Actor, entries: DocumentBatchEntry[]): Promise<string | null> {
  if (entries.length === 0) return null;
  const id = randomUUID();
  await tx.insert(documentBatches).values({ id, userId: actor.userId, entries });
  return id;
}

/** Undoes the actor's own batch, once. Documents that somebody changed since stay as they are and are counted. */
export async function undoBatch(tx: Db, actor: Actor, id: string) {
  const [batch] = await tx
    .update(documentBatches)
    .set({ undoneAt: sql`now()` })
    .where(
      and(
        eq(documentBatches.id, id),
        eq(documentBatches.userId, actor.userId),
        isNull(documentBatches.undoneAt),
        sql`${documentBatches.createdAt} > now() - interval '1 day'`,
      ),
    )
    .returning();
  const { entries } = found(batch, 'Change');
  let undone = 0;
  for (const entry of entries) if (await undoOne(tx, actor, entry)) undone += 1;
  await publish(tx, { type: 'changed', topic: 'documents' });
  return { changed: undone, kept: entries.length - undone };
}

async function undoOne(tx: Db, actor: Actor, entry: DocumentBatchEntry): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.id, entry.id), mayRead(actor, documents.readers)))
    .for('update');
  if (!row) return false;
  if (entry.did === 'delete') {
    if (!row.deletedAt) return false;
    await undeleteDocument(tx, actor, entry.id);
    return true;
  }
  if (row.deletedAt || row.version !== entry.version) return false;
  const fields = { ...fieldsOfDocument(row), ...(entry.before as DocumentFields) };
  await storeVersion(tx, actor, row, { fields, changeLog: null });
  return true;
}
