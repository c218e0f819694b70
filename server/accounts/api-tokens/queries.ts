import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { ApiToken, TokenScope } from '../../../contract/calls/tokens.ts';
import { principalsOf } from '../../access/may-read.ts';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import { apiTokens, users } from '../../db/schema.ts';
import { found, ignoreFullDisk } from '../../http/errors.ts';
import { displayName } from '../../http/session.ts';
import { hit } from '../../http/rate-limit.ts';
import { policyFacts, POLICY_FACTS } from '../../http/sign-in-policy.ts';
import { publishAccessEnd } from '../../live/publish.ts';
import { hashToken, newToken } from '../../tokens.ts';
import { EXPIRED_TOKEN_ALERTS } from '../limits.ts';

/** Identifies a leaked token in a log or a repository as one of this product. */
const PREFIX = 'opshub_';

const asApiToken = (row: typeof apiTokens.$inferSelect): ApiToken => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

export async function listApiTokens(db: Db, userId: string): Promise<ApiToken[]> {
  const own = eq(apiTokens.userId, userId);
  return (await db.select().from(apiTokens).where(own).orderBy(desc(apiTokens.createdAt))).map(asApiToken);
}

export async function countApiTokens(db: Db, userId: string): Promise<number> {
  return db.$count(apiTokens, eq(apiTokens.userId, userId));
}

type NewToken = { name: string; scope: TokenScope; expiresAt: Date | null };

/** Only this response contains the secret. */
export async function createApiToken(
  tx: Db,
  userId: string,
  fields: NewToken,
): Promise<ApiToken & { token: string }> {
  const token = `${PREFIX}${newToken()}`;
  const [row] = await tx
    .insert(apiTokens)
    .values({ ...fields, userId, tokenHash: hashToken(token) })
    .returning();
  return { ...asApiToken(found(row, 'Token')), token };
}

/** Returns false when the account has no such token. */
export async function removeApiToken(tx: Db, userId: string, id: string): Promise<boolean> {
  const own = and(eq(apiTokens.id, id), eq(apiTokens.userId, userId));
  await publishAccessEnd(tx);
  return (await tx.delete(apiTokens).where(own).returning({ id: apiTokens.id })).length === 1;
}

/** Runs on a password reset: an intruder may have created tokens. */
export async function removeApiTokensOf(tx: Db, userId: string): Promise<void> {
  await publishAccessEnd(tx);
  await tx.delete(apiTokens).where(eq(apiTokens.userId, userId));
}

/**
 * Returns the active account of a token that has not expired. Notes its use at most once a minute. The use of an
 * expired token is recorded in the audit log.
 */
export async function tokenActor(db: Db, token: string): Promise<Actor | undefined> {
  const [row] = await db
    .select({
      user: users,
      principals: principalsOf,
      token: apiTokens,
      ...POLICY_FACTS,
      isExpired: sql<boolean>`coalesce(${apiTokens.expiresAt} <= now(), false)`,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.tokenHash, hashToken(token)), eq(users.accountStatus, 'active')));
  if (!row) return undefined;
  const { id: userId, role } = row.user;
  const actor: Actor = {
    userId,
    name: displayName(row.user),
    role,
    principals: row.principals,
    via: 'token',
    tokenScope: row.token.scope,
    accessId: row.token.id,
    // A program cannot show a second factor. Its owner needed one to create the token.
    policy: { ...policyFacts(row), mustEnrol: false },
  };
  if (row.isExpired) {
    await notifyExpired(db, actor, row.token);
    return undefined;
  }
  await ignoreFullDisk(noteUse(db, row.token.id));
  return actor;
}

async function notifyExpired(db: Db, actor: Actor, { id, name }: Pick<ApiToken, 'id' | 'name'>) {
  if (await hit(db, EXPIRED_TOKEN_ALERTS, id, 1)) return;
  const event = { action: 'token.use-expired' as const, kind: 'account', subjectId: actor.userId };
  await record(db, actor, { ...event, after: { id, name } });
}

async function noteUse(db: Db, id: string) {
  const isOld = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, sql`now() - interval '1 minute'`));
  await db
    .update(apiTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiTokens.id, id), isOld));
}
