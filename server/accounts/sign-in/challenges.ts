import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { challenges } from '../../db/schema.ts';
import { cookieOptions } from '../../http/session.ts';
import { hashToken, newToken } from '../../tokens.ts';

/**
 * Flows that can be started: sign-in at Google, a second step, creating or using a passkey. A `device` never ends: it
 * marks a browser in which its owner signed in before.
 */
type ChallengeKind = 'google' | 'second-step' | 'new-passkey' | 'passkey' | 'device';

const MINUTES: Record<ChallengeKind, number> = {
  google: 10,
  'second-step': 10,
  'new-passkey': 10,
  passkey: 10,
  device: 180 * 24 * 60,
};

const nameOf = (kind: ChallengeKind, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) =>
  PUBLIC_URL.startsWith('https:') ? `__Host-${kind}` : kind;

type Flow = { config: Config; reply: FastifyReply; kind: ChallengeKind };

/** Keeps the state of the flow on the server; the browser gets a cookie that identifies it. */
export async function beginChallenge(
  db: Db,
  { config, reply, kind }: Flow,
  payload: Record<string, unknown>,
  userId?: string,
): Promise<void> {
  const token = newToken();
  await db.insert(challenges).values({
    id: hashToken(token),
    kind,
    userId,
    payload,
    expiresAt: sql`now() + ${MINUTES[kind]} * interval '1 minute'`,
  });
  reply.setCookie(nameOf(kind, config), token, { ...cookieOptions(config), maxAge: MINUTES[kind] * 60 });
}

const isThis = (request: FastifyRequest, config: Config, kind: ChallengeKind) =>
  and(
    eq(challenges.id, hashToken(request.cookies[nameOf(kind, config)] ?? '')),
    eq(challenges.kind, kind),
    gt(challenges.expiresAt, sql`now()`),
  );

/** Whether the browser sends one, valid or not. */
export const bringsChallenge = (
  request: FastifyRequest,
  { config, kind }: Pick<Flow, 'config' | 'kind'>,
): boolean => Boolean(request.cookies[nameOf(kind, config)]);

/** Returns whose challenge it is without using it up, so that a typing error does not end it. */
export async function findChallenge(
  db: Db,
  request: FastifyRequest,
  { config, kind }: Pick<Flow, 'config' | 'kind'>,
): Promise<string | undefined> {
  const [row] = await db
    .select()
    .from(challenges)
    .where(isThis(request, config, kind));
  return row?.userId ?? undefined;
}

/** Uses up the challenge of this browser; undefined when there is none, or it has ended or expired. */
export async function endChallenge<S extends z.ZodType>(
  db: Db,
  request: FastifyRequest,
  { config, reply, kind }: Flow,
  schema: S,
): Promise<{ payload: z.output<S>; userId: string | null } | undefined> {
  reply.clearCookie(nameOf(kind, config), cookieOptions(config));
  const [row] = await db
    .delete(challenges)
    .where(isThis(request, config, kind))
    .returning();
  return row && { payload: schema.parse(row.payload), userId: row.userId };
}

/** A challenge that was started with a former password must not be completed. */
export async function endChallengesOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(challenges).where(eq(challenges.userId, userId));
}
