import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { principalsOf } from '../access/may-read.ts';
import type { Db } from '../db/open.ts';
import { apiTokens, sessions, users } from '../db/schema.ts';

/** Those of these sessions and API tokens that still give access, with the principals of their accounts. */
export async function listOpenAccess(db: Db, ids: string[]): Promise<Map<string, string[]>> {
  const isAsked = (column: PgColumn) => sql`${column} = any(${sql.param(ids)}::uuid[])`;
  const isActive = eq(users.accountStatus, 'active');
  const openTokens = or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`));
  const rows = await db
    .select({ id: sessions.id, principals: principalsOf })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isAsked(sessions.id), gt(sessions.expire, sql`now()`), isActive))
    .unionAll(
      db
        .select({ id: apiTokens.id, principals: principalsOf })
        .from(apiTokens)
        .innerJoin(users, eq(users.id, apiTokens.userId))
        .where(and(isAsked(apiTokens.id), openTokens, isActive)),
    );
  return new Map(rows.map(({ id, principals }) => [id, principals]));
}
