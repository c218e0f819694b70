import type { FastifyInstance } from 'fastify';
import { accounts, SIGN_IN_REFUSALS } from '../../../contract/calls/accounts.ts';
import { signedIn } from '../../../contract/calls/user.ts';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found, refuse, sendRefusal, RefusalError, type Refusal } from '../../http/errors.ts';
import { isCrossOrigin } from '../../http/guards.ts';
import { forget, giveBack, hit, refusedRecently } from '../../http/rate-limit.ts';
import {
  actorOf,
  clearCookie,
  endSession,
  endSessionsOf,
  findOwnSession,
  listSessions,
  displayName,
  renewSession,
} from '../../http/session.ts';
import { networksOf, sourcesOf, type Network } from '../../http/source.ts';
import { admit } from './admit.ts';
import { bringsChallenge, findChallenge, endChallengesOf } from './challenges.ts';
import {
  limited,
  SIGN_IN_BY_EMAIL,
  SIGN_IN_BY_NETWORK,
  SPRAY_ALERTS,
  CHANGES_BY_ACCOUNT,
  MAILS_BY_SOURCE,
  MAILS_TO_ADDRESS,
  TOKENS_BY_SOURCE,
  limitedBySource,
} from '../limits.ts';
import { hashPassword, matchPassword, isPassword, guessable } from '../passwords.ts';
import { asUser, findUser, findUserByEmail, setPasswordHash, setPassword, type UserRow } from '../queries.ts';
import { recordFailedSignIn, VISITOR, recordVisit } from '../visitor-events.ts';
import { sessions, type Session } from '../../../contract/calls/sessions.ts';
import { queueMail } from '../../mail-queue/queries.ts';
import { spendAccountToken, voidAccountTokens } from '../one-time-tokens.ts';
import { removeApiTokensOf } from '../api-tokens/queries.ts';

export function signInRoutes(app: FastifyInstance, mount: Mount, db: Db, config: Config) {
  const scale = config.RATE_LIMIT_SCALE;
  mount(signedIn.currentUser, async ({ db, actor }) => ({
    ...asUser(found(await findUser(db, actor.userId), 'Account')),
    secondFactorBy: actor.policy?.secondFactorBy?.toISOString() ?? null,
    mustEnrol: actor.policy?.mustEnrol ?? false,
  }));

  // The hash takes tens of milliseconds, so it runs without an open transaction.
  mount(
    accounts.login,
    async ({ db, body, request, reply }) => {
      const isNew = !bringsChallenge(request, { config, kind: 'device' });
      const networks = networksOf(request);
      const refusedBefore = isNew && refusedRecently(db, SIGN_IN_BY_NETWORK, networks);
      if (refusedBefore) return refusedBefore;
      const user = await findUserByEmail(db, body.email);
      const device = await findChallenge(db, request, { config, kind: 'device' });
      // Guesses from elsewhere must not lock the owner out of a browser that signed in before.
      const isKnown = user !== undefined && device === user.id;
      const who = isKnown ? `known device of ${user.id}` : body.email;
      const tooMany =
        (await limited(db, SIGN_IN_BY_EMAIL, who, scale)) ??
        (isKnown ? undefined : await tooManyFromNetwork(db, networks, scale));
      if (tooMany) return tooMany;
      const match = await matchPassword(user?.passwordHash, body.password);
      if (match === 'wrong' || !user) {
        await recordFailedSignIn(db, request, 'invalid_credentials', { user });
        return refuse(401, 'invalid_credentials', 'Invalid email or password.');
      }
      await forget(db, SIGN_IN_BY_EMAIL, who);
      if (!isKnown) await giveBack(db, SIGN_IN_BY_NETWORK, networks);
      const checked = match === 'outdated' ? await rehashed(db, user, body.password) : user;
      const refusal = await db.transaction((tx) => admit(tx, { config, request, reply }, checked));
      if (refusal === 'second_step') return { twoFactorRequired: true as const };
      return refusal ? refuse(403, refusal, SIGN_IN_REFUSALS[refusal]) : asUser(user);
    },
    { transaction: 'own' },
  );

  // A browser navigates here, so the response is a redirect instead of JSON.
  app.get(signedIn.logout.path, { config: { endpoint: signedIn.logout } }, async (request, reply) => {
    if (isCrossOrigin(request, config)) {
      return sendRefusal(reply, refuse(403, 'foreign_origin', 'Sign out from Ops Hub itself'));
    }
    const actor = await actorOf(db, config, request);
    if (actor?.sid) await signOut(db, actor, actor.sid);
    return clearCookie(config, reply).redirect('/');
  });
}

/** Only sign-in knows the password, so outdated hashes are replaced here. */
async function rehashed(db: Db, user: UserRow, password: string): Promise<UserRow> {
  const passwordHash = await hashPassword(password);
  await setPasswordHash(db, user, passwordHash);
  return { ...user, passwordHash };
}

/** Attempts on many accounts from one network send one alert per window to administrators. */
async function tooManyFromNetwork(db: Db, networks: Network[], scale: number): Promise<Refusal | undefined> {
  for (const each of networks) {
    const tooMany = await limitedBySource(db, SIGN_IN_BY_NETWORK, [each], scale);
    if (!tooMany) continue;
    if (!(await hit(db, SPRAY_ALERTS, each.name, 1)))
      await record(db, VISITOR, { action: 'session.spray', kind: 'account', after: { network: each.name } });
    return tooMany;
  }
  return undefined;
}

const signOut = (db: Db, actor: Actor, sid: string) =>
  db.transaction(async (tx) => {
    await endSession(tx, sid);
    await record(tx, actor, { action: 'session.end', kind: 'account', subjectId: actor.userId });
  });

export function sessionRoutes(mount: Mount) {
  mount(sessions.list, ({ db, actor }) => sessionsOf(db, actor));

  mount(sessions.end, async ({ db, actor, params }) => {
    const session = found(await findOwnSession(db, actor.userId, params.id), 'Session');
    await endSession(db, session.sid);
    const before = { device: session.sess.device };
    await record(db, actor, { action: 'session.end', kind: 'account', subjectId: actor.userId, before });
  });

  mount(sessions.endOthers, async ({ db, actor }) => {
    await endSessionsOf(db, actor.userId, actor.sid);
    await record(db, actor, { action: 'session.end-others', kind: 'account', subjectId: actor.userId });
  });
}

/** Sessions of the account, most recently used first. */
export async function sessionsOf(db: Db, actor: Actor): Promise<Session[]> {
  const rows = await listSessions(db, actor.userId);
  return rows.map((row) => ({
    id: row.id,
    device: row.sess.device,
    address: row.sess.address,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expire.toISOString(),
    isCurrent: row.sid === actor.sid,
  }));
}

const SENT = "If an account with that email exists, we've sent you a password reset link...";
const USED_UP =
  'The password reset link you used is invalid, expired, or has already been used. Please request a new one.';

export function passwordRoutes(mount: Mount, config: Config) {
  const scale = config.RATE_LIMIT_SCALE;

  mount(
    accounts.forgotPassword,
    async ({ db, body, request }) => {
      const tooMany = await limitedBySource(db, MAILS_BY_SOURCE, sourcesOf(request), scale);
      if (tooMany) return tooMany;
      await db.transaction(async (tx) => {
        const isEnough = await limited(tx, MAILS_TO_ADDRESS, body.email, scale);
        const user = await findUserByEmail(tx, body.email);
        const isMailed = !isEnough && user !== undefined;
        if (isMailed) await queueMail(tx, 'reset-password', user);
        await recordVisit(tx, request, 'account.ask-reset', { user, more: { isMailed } });
      });
      return { message: SENT };
    },
    { transaction: 'own', roundedTime: true },
  );

  mount(
    accounts.resetPassword,
    async ({ db, body, request }) => {
      const tooMany = await limitedBySource(db, TOKENS_BY_SOURCE, sourcesOf(request), scale);
      if (tooMany) return tooMany;
      const passwordHash = await hashPassword(body.password);
      return db.transaction(async (tx) => {
        const used = await spendAccountToken(tx, 'reset', body.token);
        const user = used?.userId ? await findUser(tx, used.userId) : undefined;
        if (!user) return refuse(400, 'invalid_token', USED_UP);
        const weak = await guessable('password', body.password, user);
        // Thrown to roll back, so that the link stays valid for a better password.
        if (weak) throw new RefusalError(weak);
        await setPassword(tx, user.id, passwordHash);
        await endSessionsOf(tx, user.id);
        await voidAccountTokens(tx, user.id);
        await removeApiTokensOf(tx, user.id);
        await endChallengesOf(tx, user.id);
        await queueMail(tx, 'password-changed', user);
        const actor = { userId: user.id, name: displayName(user) };
        await record(tx, actor, { action: 'account.reset-password', kind: 'account', subjectId: user.id });
        return { message: 'Password Reset Successful!' };
      });
    },
    { transaction: 'own' },
  );

  mount(
    accounts.changePassword,
    async ({ db, body, actor, reply }) => {
      const tooMany = await limited(db, CHANGES_BY_ACCOUNT, actor.userId, scale);
      if (tooMany) return tooMany;
      const user = found(await findUser(db, actor.userId), 'Account');
      if (!(await isPassword(user.passwordHash, body.currentPassword))) {
        const message = 'Current password is incorrect';
        await record(db, actor, { action: 'account.wrong-password', kind: 'account', subjectId: user.id });
        return refuse(400, 'validation_failed', message, { fields: { currentPassword: message } });
      }
      const weak = await guessable('newPassword', body.newPassword, user);
      if (weak) return weak;
      const passwordHash = await hashPassword(body.newPassword);
      await db.transaction(async (tx) => {
        await setPassword(tx, user.id, passwordHash);
        await endSessionsOf(tx, user.id, actor.sid);
        await endChallengesOf(tx, user.id);
        if (actor.sid) await renewSession(tx, config, reply, actor.sid);
        await queueMail(tx, 'password-changed', user);
        await record(tx, actor, { action: 'account.change-password', kind: 'account', subjectId: user.id });
        await forget(tx, CHANGES_BY_ACCOUNT, actor.userId);
      });
      return { message: 'Your password has been updated successfully.' };
    },
    { transaction: 'own' },
  );
}
