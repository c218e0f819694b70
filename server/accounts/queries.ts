import { and, asc, eq, sql } from 'drizzle-orm';
import type { User } from '../../contract/calls/user.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema.ts';
import { found } from '../http/errors.ts';

export type UserRow = typeof users.$inferSelect;
type Row = UserRow;

/** The account as its own screens show it. */
export const asUser = (row: Row): User => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  role: row.role,
  authProvider: row.authProvider,
  createdAt: row.createdAt.toISOString(),
  isEmailVerified: row.isEmailVerified,
  profileImageUrl: row.profileImageUrl,
  status: row.accountStatus,
  accountStatus: row.accountStatus,
});

export async function findUser(db: Db, id: string): Promise<Row | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)))[0];
}

/** Reads the account and locks it until this transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<Row | undefined> {
  return (await tx.select().from(users).where(eq(users.id, id)).for('no key update'))[0];
}

/** `email` must be in lower case, as the contract normalises it. */
export async function findUserByEmail(db: Db, email: string): Promise<Row | undefined> {
  return (await db.select().from(users).where(eq(users.email, email)))[0];
}

export async function findFirstAdministrator(db: Db): Promise<Row | undefined> {
  const active = and(eq(users.role, 'admin'), eq(users.accountStatus, 'active'));
  return (await db.select().from(users).where(active).orderBy(users.createdAt).limit(1))[0];
}

/** Whether there ever was an administrator. Unapproved visitors do not count. */
export const hasAdministrator = async (db: Db): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)).length > 0;

/** An arbitrary number that must be the same on every node. */
const FIRST_ADMINISTRATOR_LOCK = 7_204_512;

/**
 * Creates the only administrator of a database that never had one, as an active account; otherwise returns undefined.
 * Concurrent attempts wait for each other, so only one succeeds. It takes over an unapproved account with the same
 * address.
 */
export async function createFirstAdministrator(
  tx: Db,
  person: Pick<Row, 'email' | 'firstName' | 'lastName'> & { passwordHash: string },
): Promise<Row | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK})`);
  if (await hasAdministrator(tx)) return undefined;
  const administrator = {
    ...person,
    role: 'admin' as const,
    accountStatus: 'active' as const,
    isEmailVerified: true,
    passwordChangedAt: sql`now()`,
    approvedAt: sql`now()`,
  };
  const [row] = await tx
    .insert(users)
    .values(administrator)
    .onConflictDoUpdate({ target: users.email, set: administrator })
    .returning();
  return row;
}

/** Returns undefined when the address has an account already. An account without a password signs in elsewhere. */
export async function createUser(
  tx: Db,
  person: Pick<Row, 'email' | 'firstName' | 'lastName' | 'passwordHash'> & { authProvider?: string },
): Promise<Row | undefined> {
  const [row] = await tx
    .insert(users)
    .values({ ...person, ...(person.passwordHash && { passwordChangedAt: sql`now()` }) })
    .onConflictDoNothing({ target: users.email })
    .returning();
  return row;
}

/** Gives an unverified account to the owner of its address. The password of the original registration stops working. */
export async function replaceUnverified(
  tx: Db,
  userId: string,
  person: Pick<Row, 'firstName' | 'lastName' | 'passwordHash' | 'authProvider'>,
): Promise<Row> {
  const [row] = await tx
    .update(users)
    .set({ ...person, passwordChangedAt: person.passwordHash ? sql`now()` : null })
    .where(eq(users.id, userId))
    .returning();
  return found(row, 'Account');
}

export async function setEmail(tx: Db, userId: string, email: string): Promise<void> {
  await tx
    .update(users)
    .set({ email, isEmailVerified: true, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
}

export async function setPassword(tx: Db, userId: string, passwordHash: string): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash, passwordChangedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
}

/** Stores the same password with a stronger hash, unless it was changed meanwhile. */
export async function setPasswordHash(db: Db, user: UserRow, passwordHash: string): Promise<void> {
  const isSame = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash ?? ''));
  await db.update(users).set({ passwordHash }).where(isSame);
}

/** Accounts with a verified e-mail that wait for a decision, oldest first. */
export async function listPendingUsers(db: Db): Promise<User[]> {
  const rows = await db
    .select()
    .from(users)
    .where(eq(users.accountStatus, 'pending_approval'))
    .orderBy(asc(users.createdAt), asc(users.id));
  return rows.map(asUser);
}

export async function listAdministrators(db: Db): Promise<Row[]> {
  return db
    .select()
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.accountStatus, 'active')));
}
