import { accounts } from '../../../contract/accounts.ts';
import { record } from '../../audit/record.ts';
import type { Config } from '../../config.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found, refuse, RefusalError } from '../../http/errors.ts';
import { queueMail } from '../../letters/queries.ts';
import { displayName, endSessionsOf, renewSession } from '../../http/session.ts';
import {
  CHANGES_BY_ACCOUNT,
  limited,
  MAILS_BY_SOURCE,
  MAILS_TO_ADDRESS,
  TOKENS_BY_SOURCE,
} from '../limits.ts';
import { inWholeSteps } from '../answer-time.ts';
import { endChallengesOf } from './challenges.ts';
import { guessable } from '../guessable.ts';
import { hashPassword, isPassword } from '../passwords.ts';
import { findUser, findUserByEmail, setPassword } from '../queries.ts';
import { spendAccountToken, voidAccountTokens } from '../one-time-tokens.ts';
import { forget } from '../../http/rate-limit.ts';
import { sourceOf } from '../../http/source.ts';
import { removeApiTokensOf } from '../api-tokens/queries.ts';
import { recordVisit } from '../visitor-events.ts';

const SENT = "If an account with that email exists, we've sent you a password reset link...";
const USED_UP =
  'The password reset link you used is invalid, expired, or has already been used. Please request a new one.';

export function passwordRoutes(mount: Mount, config: Config) {
  const scale = config.RATE_LIMIT_SCALE;

  mount(
    accounts.forgotPassword,
    inWholeSteps(async ({ db, body, request }) => {
      const tooMany = await limited(db, MAILS_BY_SOURCE, sourceOf(request), scale);
      if (tooMany) return tooMany;
      await db.transaction(async (tx) => {
        const isEnough = await limited(tx, MAILS_TO_ADDRESS, body.email, scale);
        const user = await findUserByEmail(tx, body.email);
        const isMailed = !isEnough && user !== undefined;
        if (isMailed) await queueMail(tx, 'reset-password', user);
        await recordVisit(tx, request, 'account.ask-reset', { user, more: { isMailed } });
      });
      return { message: SENT };
    }),
    { ownTransaction: true },
  );

  mount(
    accounts.resetPassword,
    async ({ db, body, request }) => {
      const tooMany = await limited(db, TOKENS_BY_SOURCE, sourceOf(request), scale);
      if (tooMany) return tooMany;
      const passwordHash = await hashPassword(body.password);
      return db.transaction(async (tx) => {
        const used = await spendAccountToken(tx, 'reset', body.token);
        const user = used?.userId ? await findUser(tx, used.userId) : undefined;
        if (!user) return refuse(400, 'invalid_token', USED_UP);
        const weak = await guessable('password', body.password, user);
        // Thrown, so that the link stays good for a better one.
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
    { ownTransaction: true },
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
    { ownTransaction: true },
  );
}
