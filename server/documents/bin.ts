import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { and, eq, exists, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { mayRead } from '../access/may-read.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { moveToBin, notInBin, purgeFromBin, takeOutOfBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { bringBackObjectsOf } from '../objects/queries.ts';
import { removeEntries } from '../search/entries.ts';
import { notifyOfRemoval } from './watching.ts';
import { indexDocuments } from './derived-texts.ts';

/** Refuses with 404 what is not open to the actor, in the bin or not. */
async function mustBeOpen(tx: Db, actor: Actor, id: string) {
  const isOpen = and(eq(documents.id, id), mayRead(actor, documents.readers));
  found((await tx.$count(documents, isOpen)) || undefined, 'Document');
}

/** Refuses with 404 when the document does not exist outside the bin. */
export async function removeDocument(tx: Db, actor: Actor, id: string): Promise<void> {
  await mustBeOpen(tx, actor, id);
  found((await moveToBin(tx, documents, id, actor)) || undefined, 'Document');
  await removeEntries(tx, 'document', [id]);
  await notifyOfRemoval(tx, actor, [await wrote(tx, actor, 'document.delete', id)]);
}

/** Moves many documents to the bin in portions that fit a statement. Each gets its own audit entry. */
export async function removeDocuments(
  tx: Db,
  actor: Actor,
  removed: { id: string; title: string }[],
): Promise<void> {
  for (let start = 0; start < removed.length; start += PORTION) {
    const portion = removed.slice(start, start + PORTION);
    const ids = portion.map(({ id }) => id);
    await tx
      .update(documents)
      .set({ deletedAt: sql`now()`, deletedBy: actor.userId })
      .where(and(inArray(documents.id, ids), notInBin(documents)));
    await removeEntries(tx, 'document', ids);
    const events = portion.map(({ id, title }) => ({
      action: 'document.delete' as const,
      kind: 'document',
      subjectId: id,
      after: { title },
    }));
    await record(tx, actor, ...events);
    await notifyOfRemoval(tx, actor, portion);
  }
  await publish(tx, { type: 'changed', topic: 'documents' });
}

const PORTION = 1_000;

/** Refuses with 404 when the document is not in the bin. */
export async function undeleteDocument(tx: Db, actor: Actor, id: string): Promise<void> {
  await mustBeOpen(tx, actor, id);
  await dropTakenPath(tx, id);
  found((await takeOutOfBin(tx, documents, id)) || undefined, 'Document');
  const [row] = await tx.select().from(documents).where(eq(documents.id, id));
  await indexDocuments(tx, [found(row, 'Document')]);
  await bringBackObjectsOf(tx, id);
  await wrote(tx, actor, 'document.undelete', id);
}

/** An import may have created a new document with the same path meanwhile. That one keeps the path. */
async function dropTakenPath(tx: Db, id: string) {
  const other = alias(documents, 'other');
  const taken = tx
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.importPath, documents.importPath), ne(other.id, documents.id), notInBin(other)));
  await tx
    .update(documents)
    .set({ importPath: null })
    .where(and(eq(documents.id, id), exists(taken)));
}

/** Refuses with 404 when the document is not in the bin. */
export async function purgeDocument(tx: Db, actor: Actor, id: string): Promise<void> {
  await mustBeOpen(tx, actor, id);
  await wrote(tx, actor, 'document.purge', id);
  found((await purgeFromBin(tx, documents, id)) || undefined, 'Document');
}

async function wrote(tx: Db, actor: Actor, action: AuditAction, id: string) {
  const { title, readers } = documents;
  const [row] = await tx.select({ title, readers }).from(documents).where(eq(documents.id, id));
  const after = row && { title: row.title };
  await record(tx, actor, { action, kind: 'document', subjectId: id, after });
  await publish(tx, { type: 'changed', topic: 'documents', id }, row?.readers);
  return { id, title: row?.title ?? '' };
}
