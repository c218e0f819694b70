import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { objects } from '../db/schema.ts';

export type NewObject = typeof objects.$inferInsert;
type ObjectRow = typeof objects.$inferSelect;

/** For a reader who may see it: public objects for everybody signed in, others for their uploader. */
export async function findReadableObject(
  db: Db,
  id: string,
  readerId: string,
): Promise<ObjectRow | undefined> {
  const [row] = await db.select().from(objects).where(eq(objects.id, id));
  return row && (row.visibility === 'public' || row.ownerId === readerId) ? row : undefined;
}

/** A public object made from the same file. */
export async function findPublicObjectBySha256(db: Db, sha256: string): Promise<ObjectRow | undefined> {
  const same = and(eq(objects.sha256, sha256), eq(objects.visibility, 'public'));
  return (await db.select().from(objects).where(same).limit(1))[0];
}

export async function createObjects(db: Db, rows: NewObject[]): Promise<void> {
  if (rows.length > 0) await db.insert(objects).values(rows).onConflictDoNothing();
}
