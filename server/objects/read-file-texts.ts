import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { objects, objectUses, searchEntries } from '../db/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { READ_BYTES, textOfFile } from '../text/text-of-file.ts';
import { DOWNLOAD } from './queries.ts';

/** Files that one call reads. */
const PORTION = 100;
/** Timeout for the beginning of one file. */
const READ_MS = 20_000;

/**
 * Reads the words of files that an older version of the product stored, and marks the search entries of their documents, which
 * `renewEntries` rebuilds. A missing file has no words.
 */
export async function readFileTexts(db: Db, storage: Storage): Promise<void> {
  const rows = await db
    .select({ id: objects.id, key: objects.key })
    .from(objects)
    .where(and(eq(objects.contentType, DOWNLOAD), isNull(objects.text)))
    .limit(PORTION);
  for (const { id, key } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- One file in memory.
    const text = textOfFile(await beginningOf(storage, key));
    // oxlint-disable-next-line no-await-in-loop
    await db.transaction(async (tx) => {
      await tx.update(objects).set({ text }).where(eq(objects.id, id));
      const users = tx
        .select({ id: objectUses.documentId })
        .from(objectUses)
        .where(eq(objectUses.objectId, id));
      await tx
        .update(searchEntries)
        .set({ length: sql`-1` })
        .where(and(eq(searchEntries.kind, 'document'), inArray(searchEntries.id, users)));
    });
  }
}

async function beginningOf(storage: Storage, key: string): Promise<Buffer> {
  const stored = await storage.get(key);
  if (!stored) return Buffer.alloc(0);
  const { stream } = stored;
  const late = setTimeout(
    () => stream.destroy(new Error(`The store of files did not send ${key} in time`)),
    READ_MS,
  ).unref();
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= READ_BYTES) break;
    }
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(chunks);
}
