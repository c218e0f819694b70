import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { accountTokens } from '../db/schema.ts';
import { withdrawLinks } from '../mail-queue/queries.ts';
import { hashToken, newToken } from '../tokens.ts';

export type TokenPurpose = 'setup' | 'verify' | 'reset' | 'invite' | 'email';

/** Lifetime of a link in minutes; without an entry it works until it is used. */
const LIFETIMES: Partial<Record<TokenPurpose, number>> = {
  verify: 24 * 60,
  reset: 60,
  invite: 7 * 24 * 60,
  email: 24 * 60,
};

/**
 * Creates the secret of a one-time link. A new link replaces earlier ones of the same purpose and account (or address).
 * Links that verify the address of an account are the exception: anybody can request another one by registering the
 * address again.
 */
export async function createAccountToken(
  tx: Db,
  purpose: TokenPurpose,
  userId: string | null,
  payload?: { email: string },
): Promise<string> {
  if (payload && !userId) {
    const older = and(eq(accountTokens.purpose, purpose), sql`payload->>'email' = ${payload.email}`);
    await tx.delete(accountTokens).where(and(older, isNull(accountTokens.usedAt)));
  }
  if (userId && purpose !== 'verify') {
    const older = and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, purpose));
    await tx.delete(accountTokens).where(and(older, isNull(accountTokens.usedAt)));
  }
  const token = newToken();
  const minutes = LIFETIMES[purpose];
  await tx.insert(accountTokens).values({
    tokenHash: hashToken(token),
    purpose,
    userId,
    payload,
    expiresAt: minutes === undefined ? null : sql`now() + ${minutes} * interval '1 minute'`,
  });
  return token;
}

const isThisToken = (token: string, purpose: TokenPurpose) =>
  and(
    eq(accountTokens.tokenHash, hashToken(token)),
    eq(accountTokens.purpose, purpose),
    or(isNull(accountTokens.expiresAt), gt(accountTokens.expiresAt, sql`now()`)),
  );

/** Uses up a token and returns its row; undefined when it is wrong, used or expired. */
export async function spendAccountToken(tx: Db, purpose: TokenPurpose, token: string) {
  const [used] = await tx
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(and(isThisToken(token, purpose), isNull(accountTokens.usedAt)))
    .returning({ userId: accountTokens.userId, payload: accountTokens.payload });
  return used;
}

/** Reads a token without using it up, used or not: mail scanners open links before people do. */
export async function findAccountToken(db: Db, purpose: TokenPurpose, token: string) {
  const [row] = await db
    .select({ userId: accountTokens.userId, usedAt: accountTokens.usedAt, payload: accountTokens.payload })
    .from(accountTokens)
    .where(isThisToken(token, purpose));
  return row;
}

/** Ends the open links of a purpose because the owner asked for a newer one. `wasReplaced` recognises them. */
export async function replaceAccountTokens(tx: Db, purpose: TokenPurpose, userId: string): Promise<void> {
  const open = and(isNull(accountTokens.usedAt), gt(accountTokens.expiresAt, sql`now()`));
  await tx
    .update(accountTokens)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, purpose), open));
}

/** Whether a newer link ended this one early. */
export async function wasReplaced(db: Db, purpose: TokenPurpose, token: string): Promise<boolean> {
  const early = sql`${accountTokens.expiresAt} < least(now(), ${accountTokens.createdAt} + ${LIFETIMES[purpose]} * interval '1 minute')`;
  const isThis = and(eq(accountTokens.tokenHash, hashToken(token)), eq(accountTokens.purpose, purpose));
  return (await db.$count(accountTokens, and(isThis, isNull(accountTokens.usedAt), early))) > 0;
}

/** Ends every open link of an account, except those of one purpose. Links of mails that wait to be sent are not created. */
export async function voidAccountTokens(tx: Db, userId: string, except?: TokenPurpose): Promise<void> {
  await withdrawLinks(tx, userId);
  const others = except && ne(accountTokens.purpose, except);
  await tx.delete(accountTokens).where(and(eq(accountTokens.userId, userId), others));
}
