import type { FastifyInstance } from 'fastify';
import { accounts, SIGN_IN_REFUSALS } from '../../../contract/accounts.ts';
import { signedIn } from '../../../contract/user.ts';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found, refuse, sendRefusal } from '../../http/errors.ts';
import type { Refusal } from '../../http/errors.ts';
import { comesFromElsewhere } from '../../http/guards.ts';
import { forget, giveBack, hit } from '../../http/rate-limit.ts';
import { actorOf, clearCookie, endSession } from '../../http/session.ts';
import { networkOf } from '../../http/source.ts';
import { admit } from './admit.ts';
import { findChallenge } from './challenges.ts';
import { limited, SIGN_IN_BY_EMAIL, SIGN_IN_BY_NETWORK, SPRAY_TOLD } from '../limits.ts';
import { hashPassword, matchPassword } from '../passwords.ts';
import { asUser, findUser, findUserByEmail, setPasswordHash } from '../queries.ts';
import type { UserRow } from '../queries.ts';
import { recordFailedSignIn, VISITOR } from '../visitor-events.ts';

export function signInRoutes(app: FastifyInstance, mount: Mount, db: Db, config: Config) {
  const scale = config.RATE_LIMIT_SCALE;
  mount(signedIn.currentUser, async ({ db, actor }) =>
    asUser(found(await findUser(db, actor.userId), 'Account')),
  );

  // The hash takes tens of milliseconds: no transaction stands open meanwhile.
  mount(
    accounts.login,
    async ({ db, body, request, reply }) => {
      const user = await findUserByEmail(db, body.email);
      const device = await findChallenge(db, request, { config, kind: 'device' });
      // Whoever guesses elsewhere cannot lock the owner out of a browser that signed in before.
      const isKnown = user !== undefined && device === user.id;
      const who = isKnown ? `known device of ${user.id}` : body.email;
      const tooMany =
        (await limited(db, SIGN_IN_BY_EMAIL, who, scale)) ??
        (isKnown ? undefined : await tooManyFromNetwork(db, networkOf(request), scale));
      if (tooMany) return tooMany;
      const match = await matchPassword(user?.passwordHash, body.password);
      if (match === 'wrong' || !user) {
        await recordFailedSignIn(db, request, 'invalid_credentials', { user });
        return refuse(401, 'invalid_credentials', 'Invalid email or password.');
      }
      await forget(db, SIGN_IN_BY_EMAIL, who);
      if (!isKnown) await giveBack(db, SIGN_IN_BY_NETWORK, networkOf(request));
      const checked = match === 'outdated' ? await hashedAnew(db, user, body.password) : user;
      const refusal = await db.transaction((tx) => admit(tx, { config, request, reply }, checked));
      if (refusal === 'second_step') return { twoFactorRequired: true as const };
      return refusal ? refuse(403, refusal, SIGN_IN_REFUSALS[refusal]) : asUser(user);
    },
    { ownTransaction: true },
  );

  // A browser goes here, so it answers with a redirect instead of JSON.
  app.get(signedIn.logout.path, { config: { endpoint: signedIn.logout } }, async (request, reply) => {
    if (comesFromElsewhere(request, config)) {
      return sendRefusal(reply, refuse(403, 'foreign_origin', 'Sign out from Ops Hub itself'));
    }
    const actor = await actorOf(db, config, request);
    if (actor?.sid) await signOut(db, actor, actor.sid);
    return clearCookie(config, reply).redirect('/');
  });
}

/** The moment of a sign-in is the only one at which the password is known. */
async function hashedAnew(db: Db, user: UserRow, password: string): Promise<UserRow> {
  const passwordHash = await hashPassword(password);
  await setPasswordHash(db, user, passwordHash);
  return { ...user, passwordHash };
}

/** Many accounts tried from one place: told to administrators once in the window. */
async function tooManyFromNetwork(db: Db, network: string, scale: number): Promise<Refusal | undefined> {
  const tooMany = await limited(db, SIGN_IN_BY_NETWORK, network, scale);
  if (tooMany && !(await hit(db, SPRAY_TOLD, network, 1))) {
    await record(db, VISITOR, { action: 'session.spray', kind: 'account', after: { network } });
  }
  return tooMany;
}

const signOut = (db: Db, actor: Actor, sid: string) =>
  db.transaction(async (tx) => {
    await endSession(tx, sid);
    await record(tx, actor, { action: 'session.end', kind: 'account', subjectId: actor.userId });
  });
