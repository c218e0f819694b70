import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { PossibleReaders, ReaderChange } from '../../contract/calls/readers.ts';
import { ADMINS, groupReader, personReader, type Readers } from '../../contract/shared/readers.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { nameOf } from '../db/person-name.ts';
import { documents, groupMembers, groups, users } from '../db/schema.ts';
import { type Refusal, refuseField } from '../http/errors.ts';
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
  return refuseField('readers', text);
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

/** The picker offers all of them without a search, as that of shares does. */
const MOST_PEOPLE = 2_000;
const isActive = eq(users.accountStatus, 'active');

export async function listPossibleReaders(db: Db): Promise<PossibleReaders> {
  const people = await db
    .select({ id: users.id, name: nameOf(users) })
    .from(users)
    .where(isActive)
    .orderBy(byName(nameOf(users)), users.id)
    .limit(MOST_PEOPLE);
  const named = await db
    .select({ id: groups.id, name: groups.name, members: sql<number>`count(${users.id})::int` })
    .from(groups)
    .leftJoin(groupMembers, eq(groupMembers.groupId, groups.id))
    .leftJoin(users, and(eq(users.id, groupMembers.userId), isActive))
    .groupBy(groups.id)
    .orderBy(byName(groups.name), groups.id)
    .limit(MOST_PEOPLE);
  return { people, groups: named };
}

/** Names of people who lose access that a preview has. */
const MOST_NAMED = 5;

export async function previewChange(
  db: Db,
  { before, after }: { before: Readers; after: Readers },
): Promise<ReaderChange> {
  const mayReadWith = (readers: Readers) => mayRead(eachPerson, sql`${sql.param(readers)}::text[]`);
  const isLosing = and(mayReadWith(before), not(mayReadWith(after)));
  const names = await db
    .select({ name: nameOf(users) })
    .from(users)
    .where(and(isActive, isLosing))
    .orderBy(byName(nameOf(users)), users.id)
    .limit(MOST_NAMED);
  return {
    readers: await db.$count(users, and(isActive, mayReadWith(after))),
    losing: await db.$count(users, and(isActive, isLosing)),
    names: names.map(({ name }) => name),
  };
}
