import { and, eq, lt, notExists, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { drafts, objects, objectUses, teamMembers, users } from '../db/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { holdStoreForCleanUp } from './queries.ts';

/** Days for which an image is kept although nothing shows it: it may still be on somebody's clipboard. */
const UNUSED_DAYS = 7;
/** One round's work; the next minute takes up the rest. */
const AT_ONCE = 100;

/**
 * Takes away images that no document, no version, no draft and nobody's portrait shows. Should the bytes be gone and the
 * row come back, the next round removes both again.
 */
export async function removeUnusedObjects(db: Db, storage: Storage): Promise<void> {
  const path = sql`'/objects/' || ${objects.id}`;
  const isUnused = and(
    lt(objects.lastNeededAt, sql`now() - ${UNUSED_DAYS} * interval '1 day'`),
    notExists(db.select().from(objectUses).where(eq(objectUses.objectId, objects.id))),
    notExists(
      db
        .select()
        .from(users)
        .where(sql`${users.profileImageUrl} like '%' || ${path}`),
    ),
    notExists(
      db
        .select()
        .from(teamMembers)
        .where(sql`${teamMembers.profileImageUrl} like '%' || ${path}`),
    ),
    notExists(
      db
        .select()
        .from(drafts)
        .where(sql`strpos(${drafts.fields}::text, ${path}) > 0`),
    ),
  );
  const rows = await db.select().from(objects).where(isUnused).limit(AT_ONCE);
  for (const { id, key } of rows) {
    await db.transaction(async (tx) => {
      await holdStoreForCleanUp(tx);
      const removed = await tx
        .delete(objects)
        .where(and(eq(objects.id, id), isUnused))
        .returning();
      // Equal files of imports and texts lie under one key.
      const shared = await tx.select().from(objects).where(eq(objects.key, key));
      if (removed.length === 1 && shared.length === 0) await storage.remove(key);
    });
  }
}
