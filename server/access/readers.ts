import { and, eq, inArray, sql } from 'drizzle-orm';
import { ADMINS, groupReader, personReader, type Readers } from '../../contract/shared/readers.ts';
import type { Db } from '../db/open.ts';
import { documents, groups, users } from '../db/schema.ts';
import { refuse, type Refusal } from '../http/errors.ts';
import { eachPerson, mayRead, principalsOf } from './may-read.ts';

/** The owner is always among the readers, so nobody can lock out everybody. */
export const withOwner = (readers: Readers, ownerId: string): Readers =>
  readers && [...new Set([...readers, personReader(ownerId)])].toSorted();

/** Refuses readers that do not exist. */
export async function unknownReader(db: Db, readers: Readers | undefined): Promise<Refusal | undefined> {
  const idsOf = (reader: (id: string) => string) =>
    (readers ?? []).filter((one) => one.startsWith(reader(''))).map((one) => one.slice(reader('').length));
  const [people, someGroups] = [idsOf(personReader), idsOf(groupReader)];
  const isThere = and(inArray(users.id, people), eq(users.isDeleted, false));
  const known = new Set([
    ADMINS,
    ...(people.length === 0 ? [] : await db.select({ id: users.id }).from(users).where(isThere)).map(
      ({ id }) => personReader(id),
    ),
    ...(someGroups.length === 0
      ? []
      : await db.select({ id: groups.id }).from(groups).where(inArray(groups.id, someGroups))
    ).map(({ id }) => groupReader(id)),
  ]);
  const unknown = readers?.find((reader) => !known.has(reader));
  if (unknown === undefined) return undefined;
  const text = `There is no ${unknown.startsWith('group:') ? 'group' : 'account'} ${unknown.slice(unknown.indexOf(':') + 1)}`;
  return refuse(400, 'validation_failed', `readers: ${text}`, { fields: { readers: text } });
}

/** Whether an account may read a document. */
export async function canRead(db: Db, userId: string, documentId: string): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(users)
    .innerJoin(documents, eq(documents.id, documentId))
    .where(and(eq(users.id, userId), mayRead(eachPerson, documents.readers)));
  return rows.length > 0;
}

/** The principals of an account, for work that no request began. */
export async function listPrincipals(db: Db, userId: string): Promise<string[]> {
  const [row] = await db.select({ principals: principalsOf }).from(users).where(eq(users.id, userId));
  return row?.principals ?? [];
}
