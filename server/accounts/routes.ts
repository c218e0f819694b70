import type { FastifyInstance } from 'fastify';
import { accounts, SIGN_IN_REFUSALS } from '../../contract/accounts.ts';
import type { SignInRefusal } from '../../contract/accounts.ts';
import { record } from '../audit/record.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../endpoint.ts';
import { found, refuse, sendRefusal } from '../errors.ts';
import { comesFromElsewhere } from '../guards.ts';
import { clearCookie, cookieName, displayName, endSession, signIn } from '../session.ts';
import { hashToken } from '../tokens.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { asUser, createFirstAdministrator, findUser, findUserByEmail, useSetupToken } from './queries.ts';

const REFUSED_STATUS: Record<string, SignInRefusal> = {
  pending_verification: 'pending_verification',
  pending_approval: 'pending_approval',
  rejected: 'account_rejected',
  deactivated: 'not_approved',
};

export function accountRoutes(app: FastifyInstance, mount: Mount, db: Db, config: Config) {
  mount(accounts.currentUser, async ({ db, actor }) =>
    asUser(found(await findUser(db, actor.userId), 'Account')),
  );

  // The hash takes tens of milliseconds: no transaction stands open meanwhile.
  mount(
    accounts.login,
    async ({ db, body, request, reply }) => {
      const user = await findUserByEmail(db, body.email);
      if (!(await isPassword(user?.passwordHash, body.password)) || !user) {
        return refuse(401, 'invalid_credentials', 'Invalid email or password.');
      }
      const refusal = REFUSED_STATUS[user.accountStatus];
      if (refusal) return refuse(403, refusal, SIGN_IN_REFUSALS[refusal]);
      await db.transaction(async (tx) => {
        await signIn(tx, config, request, reply, user.id);
        const actor = { userId: user.id, name: displayName(user) };
        await record(tx, actor, { action: 'session.start', kind: 'account', subjectId: user.id });
      });
      return asUser(user);
    },
    { ownTransaction: true },
  );

  mount(
    accounts.register,
    async ({ db, body }) => {
      const passwordHash = await hashPassword(body.password);
      return db.transaction(async (tx) => {
        const valid = await useSetupToken(tx, body.setup);
        const { email, firstName, lastName } = body;
        const admin = valid
          ? await createFirstAdministrator(tx, { email, firstName, lastName, passwordHash })
          : undefined;
        if (!admin) return refuse(400, 'invalid_token', 'This one-time link is wrong or was used already.');
        const actor = { userId: admin.id, name: displayName(admin) };
        await record(tx, actor, {
          action: 'account.setup',
          kind: 'account',
          subjectId: admin.id,
          after: { email },
        });
        return { message: 'Account created successfully!', status: 'active' as const };
      });
    },
    { ownTransaction: true },
  );

  // A browser goes here, so it answers with a redirect instead of JSON.
  app.get(accounts.logout.path, { config: { endpoint: accounts.logout } }, async (request, reply) => {
    if (comesFromElsewhere(request, config)) {
      return sendRefusal(reply, refuse(403, 'foreign_origin', 'Sign out from Ops Hub itself'));
    }
    const token = request.cookies[cookieName(config)];
    if (token) await endSession(db, hashToken(token));
    return clearCookie(config, reply).redirect('/');
  });
}
