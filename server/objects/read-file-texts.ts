import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { objects, objectUses, searchEntries } from '../db/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { READ_BYTES, textOfFile } from '../text/text-of-file.ts';
import { DOWNLOAD } from './queries.ts';
import { beginningOf } from './stored-bytes.ts';

/** Files that one call reads. */
const PORTION = 100;

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
    const text = textOfFile((await beginningOf(storage, key, READ_BYTES)) ?? Buffer.alloc(0));
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
