import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { principalsOf } from '../access/may-read.ts';
import type { Actor } from '../actor.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { sessions, users } from '../db/schema.ts';
import { ignoreFullDisk } from './errors.ts';
import type { SessionCache } from './session-cache.ts';
import { policyFacts, POLICY_FACTS } from './sign-in-policy.ts';
import { addressOf } from './source.ts';
import { hashToken, newToken } from '../tokens.ts';

type Limits = Pick<Config, 'SESSION_IDLE_HOURS' | 'SESSION_MAX_DAYS'>;

/** `__Host-` binds the cookie to exactly this host; browsers accept it only over https. */
const cookieName = (config: Pick<Config, 'PUBLIC_URL'>): string =>
  config.PUBLIC_URL.startsWith('https:') ? '__Host-sid' : 'sid';

/** Options of every cookie: unreadable for scripts, and never sent with writes from other sites. */
export const cookieOptions = (config: Pick<Config, 'PUBLIC_URL'>) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.PUBLIC_URL.startsWith('https:'),
});

/** The end of a session: the idle limit from now, but not beyond its maximum age; by the database's clock. */
const expiry = ({ SESSION_IDLE_HOURS, SESSION_MAX_DAYS }: Limits, createdAt = sql`now()`) =>
  sql<Date>`least(now() + ${SESSION_IDLE_HOURS} * interval '1 hour', ${createdAt} + ${SESSION_MAX_DAYS} * interval '1 day')`;

/** The request and response of a browser that signs in. */
export type Visit = { config: Config; request: FastifyRequest; reply: FastifyReply };

/** Opens a session with a new id and sets its cookie. Ends the session that the visitor brought along. */
export async function signIn(db: Db, { config, request, reply }: Visit, userId: string) {
  const brought = request.cookies[cookieName(config)];
  if (brought) await endSession(db, hashToken(brought));
  const token = newToken();
  await noteActivity(db, userId);
  await db.insert(sessions).values({
    sid: hashToken(token),
    userId,
    sess: {
      device: (request.headers['user-agent'] ?? '').slice(0, 500),
      address: addressOf(request),
    },
    expire: expiry(config),
  });
  giveCookie(config, reply, token);
}

/** Gives the session a new id, which locks out anybody who knew the old one. */
export async function renewSession(db: Db, config: Config, reply: FastifyReply, sid: string): Promise<void> {
  const token = newToken();
  await db
    .update(sessions)
    .set({ sid: hashToken(token) })
    .where(eq(sessions.sid, sid));
  giveCookie(config, reply, token);
}

const giveCookie = (config: Config, reply: FastifyReply, token: string) =>
  reply.setCookie(cookieName(config), token, {
    ...cookieOptions(config),
    maxAge: config.SESSION_MAX_DAYS * 86_400,
  });

export const clearCookie = (config: Config, reply: FastifyReply) =>
  reply.clearCookie(cookieName(config), cookieOptions(config));

export async function endSession(db: Db, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid));
}

/** Ends all sessions of an account, optionally except the current one. */
export async function endSessionsOf(tx: Db, userId: string, exceptSid?: string): Promise<void> {
  const others = exceptSid === undefined ? undefined : ne(sessions.sid, exceptSid);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others));
}

export async function listSessions(db: Db, userId: string) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expire, sql`now()`)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
}

/** A session of this account by its public id. */
export async function findOwnSession(db: Db, userId: string, id: string) {
  const own = and(eq(sessions.userId, userId), eq(sessions.id, id));
  return (await db.select().from(sessions).where(own))[0];
}

/** The stored id of the request's session, if it brings one. */
export function sidOf(config: Pick<Config, 'PUBLIC_URL'>, request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(config)];
  return token ? hashToken(token) : undefined;
}

/** The active account of the request's cookie, if any. */
export async function actorOf(
  db: Db,
  config: Config,
  request: FastifyRequest,
  cache?: Pick<SessionCache, 'get' | 'invalidate'>,
): Promise<Actor | undefined> {
  const sid = sidOf(config, request);
  if (!sid) return undefined;
  const load = async () => (await sessionBySid(db).execute({ sid }))[0];
  const row = await (cache ? cache.get(sid, load) : load());
  if (!row) return undefined;
  if (row.isSeldomUsed) {
    cache?.invalidate(sid);
    await ignoreFullDisk(slide(db, config, sid));
    await ignoreFullDisk(noteActivity(db, row.userId));
  }
  return {
    userId: row.userId,
    name: displayName(row),
    role: row.role,
    principals: row.principals,
    via: 'session',
    sid,
    accessId: row.accessId,
    policy: policyFacts(row),
  };
}

const sessionBySid = prepared((db) =>
  db
    .select({
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      role: users.role,
      principals: principalsOf,
      // By the database's clock: a node with a slow clock would never extend the session.
      isSeldomUsed: sql<boolean>`${sessions.lastUsedAt} < now() - interval '1 minute'`,
      accessId: sessions.id,
      ...POLICY_FACTS,
      lastsMs: sql<number>`(extract(epoch from ${sessions.expire} - now()) * 1000)::float8`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.sid, sql.placeholder('sid')),
        gt(sessions.expire, sql`now()`),
        eq(users.accountStatus, 'active'),
      ),
    ),
);

/** Extends the session; written at most once a minute, since every request uses it. */
async function slide(db: Db, config: Config, sid: string) {
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()`, expire: expiry(config, sql`${sessions.createdAt}`) })
    .where(and(eq(sessions.sid, sid), lt(sessions.lastUsedAt, sql`now() - interval '1 minute'`)));
}

/** The time of last activity outlasts the session. */
async function noteActivity(db: Db, userId: string) {
  await db
    .update(users)
    .set({ lastActiveAt: sql`now()` })
    .where(eq(users.id, userId));
}

/** Full name, else the e-mail address. */
export const displayName = (user: { firstName: string; lastName: string; email: string }): string =>
  `${user.firstName} ${user.lastName}`.trim() || user.email;
