import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '../actor.ts';
import type { documents, servers } from './schema.ts';
import type { Db } from './open.ts';

/** All bins work alike: deleted rows stay for 30 days with time and person, and every reader excludes them. */
export const DAYS_IN_BIN = 30;

type Binnable = typeof documents | typeof servers;

export const notInBin = (table: { deletedAt: PgColumn }) => isNull(table.deletedAt);

/** In the bin and not expired, whether or not the clean-up has run. */
export const inBin = (table: { deletedAt: PgColumn }) =>
  sql`${table.deletedAt} > now() - ${DAYS_IN_BIN} * interval '1 day'`;

/** Returns false when no such row exists outside the bin. */
export async function moveToBin(db: Db, table: Binnable, id: string, actor: Actor): Promise<boolean> {
  const moved = await db
    .update(table)
    .set({ deletedAt: sql`now()`, deletedBy: actor.userId })
    .where(and(eq(table.id, id), notInBin(table)))
    .returning({ id: table.id });
  return moved.length === 1;
}

/** Returns false when no such row is in the bin. */
export async function takeOutOfBin(db: Db, table: Binnable, id: string): Promise<boolean> {
  const taken = await db
    .update(table)
    .set({ deletedAt: null, deletedBy: null })
    .where(and(eq(table.id, id), inBin(table)))
    .returning({ id: table.id });
  return taken.length === 1;
}

export async function purgeFromBin(db: Db, table: Binnable, id: string): Promise<boolean> {
  const purged = await db
    .delete(table)
    .where(and(eq(table.id, id), isNotNull(table.deletedAt)))
    .returning({ id: table.id });
  return purged.length === 1;
}

/** Deletes rows permanently whose time in the bin has expired. */
export async function emptyBin(db: Db, table: Binnable): Promise<void> {
  await db.delete(table).where(lt(table.deletedAt, sql`now() - ${DAYS_IN_BIN} * interval '1 day'`));
}
