import { and, eq, gt, inArray, isNull, lt, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import { objectIdsIn, objectPath } from '../../contract/calls/objects.ts';
import { mayRead } from '../access/may-read.ts';
import type { Actor, Reader } from '../actor.ts';
import { ofAnyLength } from '../db/prepared.ts';
import { notInBin } from '../db/bin.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { documents, objects, objectUploads, objectUses, teamMembers, drafts, users } from '../db/schema.ts';
import { hashToken } from '../tokens.ts';
import { refuse, type Refusal } from '../http/errors.ts';
import type { Storage } from '../storage/storage.ts';

export type NewObject = typeof objects.$inferInsert;
type ObjectRow = typeof objects.$inferSelect;

/**
 * Their uploader reads all objects. Everybody signed in reads public ones that no document uses, or one that is open to them;
 * the document may be in the bin.
 */
const isReadable = (reader: Reader): SQL => {
  const users = sql`from ${objectUses} join ${documents} on ${documents.id} = ${objectUses.documentId}
    where ${objectUses.objectId} = ${objects.id}`;
  return sql`('person:' || ${objects.ownerId} = any(${ofAnyLength(reader.principals, 'text')})
    or ${objects.visibility} = 'public' and (not exists (select ${users})
      or exists (select ${users} and ${mayRead(reader, documents.readers)})))`;
};

export async function findReadableObject(db: Db, reader: Reader, id: string): Promise<ObjectRow | undefined> {
  const [row] = await db
    .select()
    .from(objects)
    .where(and(eq(objects.id, id), ne(objects.visibility, WITHDRAWN), isReadable(reader)));
  return row;
}

/** Added by an undone import: unreadable until a document that shows it is restored. */
const WITHDRAWN = 'withdrawn';

/** Withdraws objects of an import that no member and no document outside the bin shows; returns their number. */
export async function withdrawObjectsOfImport(tx: Db, importId: string): Promise<number> {
  const shown = tx
    .select({ one: sql`1` })
    .from(objectUses)
    .innerJoin(documents, and(eq(documents.id, objectUses.documentId), notInBin(documents)))
    .where(eq(objectUses.objectId, objects.id));
  const portrays = and(
    isNull(teamMembers.deletedAt),
    eq(teamMembers.profileImageUrl, sql`'/objects/' || ${objects.id}`),
  );
  const withdrawn = await tx
    .update(objects)
    .set({ visibility: WITHDRAWN })
    .where(
      and(
        eq(objects.importId, importId),
        eq(objects.visibility, 'public'),
        notExists(shown),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(teamMembers)
            .where(portrays),
        ),
      ),
    )
    .returning({ id: objects.id });
  return withdrawn.length;
}

/** Makes the objects of a document that leaves the bin readable again. */
export async function bringBackObjectsOf(tx: Db, documentId: string): Promise<void> {
  const shown = tx
    .select({ id: objectUses.objectId })
    .from(objectUses)
    .where(eq(objectUses.documentId, documentId));
  await tx
    .update(objects)
    .set({ visibility: 'public' })
    .where(and(eq(objects.visibility, WITHDRAWN), inArray(objects.id, shown)));
}

/** Files that are not images: stored unchanged, and served only as downloads. */
export const DOWNLOAD = 'application/octet-stream';

/** Accepts only the account's own public images: an external address would reveal who looks at it. */
export async function isOwnPicture(db: Db, path: string, actor: Actor): Promise<boolean> {
  const [id] = objectIdsIn(path);
  if (!id || objectPath(id) !== path) return false;
  const object = await findReadableObject(db, actor, id);
  return (
    object?.ownerId === actor.userId && object.visibility === 'public' && object.contentType !== DOWNLOAD
  );
}

/** Names and texts of the files that documents use, by document. Images have none. */
export async function wordsOfFiles(
  db: Db,
  uses: { documentId: string; objectIds: string[] }[],
): Promise<Map<string, string[]>> {
  const ids = uses.flatMap(({ objectIds }) => objectIds);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ documentId: objectUses.documentId, id: objects.id, name: objects.name, text: objects.text })
    .from(objectUses)
    .innerJoin(objects, eq(objects.id, objectUses.objectId))
    .where(
      and(
        inArray(
          objectUses.documentId,
          uses.map(({ documentId }) => documentId),
        ),
        inArray(objects.id, ids),
        eq(objects.contentType, DOWNLOAD),
      ),
    );
  return new Map(
    uses.map(({ documentId, objectIds }) => [
      documentId,
      rows
        .filter((row) => row.documentId === documentId && objectIds.includes(row.id))
        .flatMap(({ name, text }) => [name ?? '', text ?? '']),
    ]),
  );
}

/** An object by its id, or by the hash of the bytes that it was made of. */
type Which = { id: string } | { sha256: string };

const isPublic = (which: Which, reader: Reader, kind: 'image' | 'download') =>
  and(
    isReadable(reader),
    'id' in which ? eq(objects.id, which.id) : eq(objects.sha256, which.sha256),
    eq(objects.visibility, 'public'),
    kind === 'image' ? ne(objects.contentType, DOWNLOAD) : eq(objects.contentType, DOWNLOAD),
  );

export async function findPublicObject(
  db: Db,
  reader: Reader,
  which: Which,
  kind: 'image' | 'download' = 'image',
): Promise<ObjectRow | undefined> {
  return (
    await db
      .select()
      .from(objects)
      .where(isPublic(which, reader, kind))
      .limit(1)
  )[0];
}

/** The same, but also marks it as in use, so that the clean-up keeps it. */
export async function takePublicObject(
  db: Db,
  reader: Reader,
  which: Which,
  kind: 'image' | 'download' = 'image',
): Promise<ObjectRow | undefined> {
  const one = db
    .select({ id: objects.id })
    .from(objects)
    .where(isPublic(which, reader, kind))
    .limit(1);
  const [row] = await db
    .update(objects)
    .set({ lastNeededAt: sql`now()` })
    .where(inArray(objects.id, one))
    .returning();
  return row;
}

export async function createObjects(db: Db, rows: NewObject[]): Promise<void> {
  if (rows.length > 0) await db.insert(objects).values(rows).onConflictDoNothing();
}

/**
 * Records which images a document shows, except public ones that are closed to its writer: a use opens them to the readers of the document.
 * Its versions need them as long as the document exists. The update makes a concurrent clean-up of the same rows check again.
 */
export async function noteUses(
  tx: Db,
  writer: Reader,
  uses: { documentId: string; objectIds: string[] }[],
): Promise<void> {
  const ids = [...new Set(uses.flatMap(({ objectIds }) => objectIds))].toSorted();
  if (ids.length === 0) return;
  const there = new Set(
    (await touchObjects(tx, ids, or(ne(objects.visibility, 'public'), isReadable(writer)))).map(
      ({ id }) => id,
    ),
  );
  const rows = uses.flatMap(({ documentId, objectIds }) =>
    objectIds.filter((id) => there.has(id)).map((objectId) => ({ documentId, objectId })),
  );
  if (rows.length > 0) await tx.insert(objectUses).values(rows).onConflictDoNothing();
}

/** Protects images from the clean-up for a while; returns those that exist. */
export async function touchObjects(db: Db, ids: string[], condition?: SQL): Promise<{ id: string }[]> {
  if (ids.length === 0) return [];
  return db
    .update(objects)
    .set({ lastNeededAt: sql`now()` })
    .where(and(inArray(objects.id, ids), condition))
    .returning({ id: objects.id });
}

/** Bytes that an account has stored. */
async function bytesOf(db: Db, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${objects.bytes}), 0)::float8` })
    .from(objects)
    .where(eq(objects.ownerId, ownerId));
  return row?.bytes ?? 0;
}

export async function createUpload(
  db: Db,
  upload: { id: string; ownerId: string; token: string; minutes: number },
): Promise<void> {
  const { id, ownerId, token, minutes } = upload;
  const expiresAt = sql`now() + ${minutes} * interval '1 minute'`;
  await db.insert(objectUploads).values({ id, ownerId, tokenHash: hashToken(token), expiresAt });
}

const openUpload = (id: string, ownerId: string, token: string) =>
  and(
    eq(objectUploads.id, id),
    eq(objectUploads.ownerId, ownerId),
    eq(objectUploads.tokenHash, hashToken(token)),
    gt(objectUploads.expiresAt, sql`now()`),
  );

export async function isUploadOpen(db: Db, id: string, ownerId: string, token: string): Promise<boolean> {
  const open = openUpload(id, ownerId, token);
  return (await db.select({ id: objectUploads.id }).from(objectUploads).where(open)).length === 1;
}

/** Uses up an upload address; false when another request was faster. */
export async function takeUpload(tx: Db, id: string, ownerId: string, token: string): Promise<boolean> {
  const taken = await tx
    .delete(objectUploads)
    .where(openUpload(id, ownerId, token))
    .returning();
  return taken.length === 1;
}

export async function removeObject(db: Db, id: string): Promise<void> {
  await db.delete(objects).where(eq(objects.id, id));
}

/** Makes the account's own image readable for everybody signed in; false when it has no such image. */
export async function publishObject(tx: Db, id: string, ownerId: string): Promise<boolean> {
  const published = await tx
    .update(objects)
    .set({ visibility: 'public', lastNeededAt: sql`now()` })
    .where(and(eq(objects.id, id), eq(objects.ownerId, ownerId)))
    .returning({ id: objects.id });
  return published.length === 1;
}

export async function removeOldUploads(db: Db): Promise<void> {
  await db.delete(objectUploads).where(lt(objectUploads.expiresAt, sql`now()`));
}

export const STORE_LOCK = 72_601;

/** Blocks the clean-up while a transaction may reference stored bytes. */
export const holdStoredBytes = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${STORE_LOCK})`);

const holdStoreForCleanUp = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${STORE_LOCK})`);

/** Maximum image bytes per account. */
const QUOTA_BYTES = 5 * 1024 ** 3;

/** Bytes that the account may still store. */
export const roomFor = async (db: Db, ownerId: string): Promise<number> =>
  QUOTA_BYTES - (await bytesOf(db, ownerId));

/** Refuses an upload that would exceed the account's quota. Call it in the transaction that stores the row. */
export async function overQuota(tx: Db, ownerId: string, more: number): Promise<Refusal | undefined> {
  await holdTurn(tx, 'objects', ownerId);
  if ((await roomFor(tx, ownerId)) >= more) return undefined;
  return refuse(413, 'quota_exceeded', 'Your images are too large in all: an account may store 5 GB of them');
}

/** Days that an unused image is kept: it may still be on somebody's clipboard. */
const UNUSED_DAYS = 7;
/** Objects per round; the next minute continues. */
const AT_ONCE = 100;

/**
 * Removes images that no document, version, draft or member shows. If a rollback restores a row after its bytes are
 * gone, the next round removes it.
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
      // Equal files of imports and texts share one key.
      const shared = await tx.select().from(objects).where(eq(objects.key, key));
      if (removed.length === 1 && shared.length === 0) await storage.remove(key);
    });
  }
}
