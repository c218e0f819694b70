import { and, eq, isNull, sql } from 'drizzle-orm';
import type { User } from '../../contract/accounts.ts';
import type { Db } from '../db/open.ts';
import { accountTokens, users } from '../db/schema.ts';
import { hashToken } from '../tokens.ts';

type Row = typeof users.$inferSelect;

/** The account as its own screens read it. */
export const asUser = (row: Row): User => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  role: row.role as User['role'],
  authProvider: row.authProvider,
  createdAt: row.createdAt.toISOString(),
  isEmailVerified: row.isEmailVerified,
  profileImageUrl: row.profileImageUrl,
  status: row.accountStatus as User['status'],
  accountStatus: row.accountStatus as User['accountStatus'],
});

export async function findUser(db: Db, id: string): Promise<Row | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)))[0];
}

/** `email` in the one form that the contract makes of it (lower case). */
export async function findUserByEmail(db: Db, email: string): Promise<Row | undefined> {
  return (await db.select().from(users).where(eq(users.email, email)))[0];
}

export async function findFirstAdministrator(db: Db): Promise<Row | undefined> {
  const active = and(eq(users.role, 'admin'), eq(users.accountStatus, 'active'));
  return (await db.select().from(users).where(active).orderBy(users.createdAt).limit(1))[0];
}

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).limit(1)).length > 0;

/** Any number; it only has to be the same on every node. */
const FIRST_ADMINISTRATOR_LOCK = 7_204_512;

/**
 * Creates the one administrator of an empty database, active at once; undefined when there is an account already.
 * Two that try at the same time wait for each other, so only one succeeds. Runs in a transaction.
 */
export async function createFirstAdministrator(
  tx: Db,
  person: Pick<Row, 'email' | 'firstName' | 'lastName'> & { passwordHash: string },
): Promise<Row | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK})`);
  if (await hasUsers(tx)) return undefined;
  const [row] = await tx
    .insert(users)
    .values({
      ...person,
      role: 'admin',
      accountStatus: 'active',
      isEmailVerified: true,
      passwordChangedAt: sql`now()`,
      approvedAt: sql`now()`,
    })
    .returning();
  return row;
}

/** Stores the token of a one-time setup link; it counts until there is an account. */
export async function createSetupToken(db: Db, token: string): Promise<void> {
  await db.insert(accountTokens).values({ tokenHash: hashToken(token), purpose: 'setup' });
}

/** Uses up a setup token; false for one that is wrong or used. */
export async function useSetupToken(tx: Db, token: string): Promise<boolean> {
  const used = await tx
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(accountTokens.tokenHash, hashToken(token)),
        eq(accountTokens.purpose, 'setup'),
        isNull(accountTokens.usedAt),
      ),
    )
    .returning({ tokenHash: accountTokens.tokenHash });
  return used.length === 1;
}
