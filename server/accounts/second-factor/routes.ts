import type { AuditAction } from '../../../contract/shared/audit-words.ts';
import { secondFactor, type SignInMeans } from '../../../contract/calls/second-factor.ts';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found, refuse } from '../../http/errors.ts';
import { queueMail } from '../../mail-queue/queries.ts';
import { forget } from '../../http/rate-limit.ts';
import type { Keys } from '../../secret.ts';
import { confirm } from '../confirm.ts';
import { CODES_BY_ACCOUNT, limited } from '../limits.ts';
import { findUser, asUser, lockUser, type UserRow } from '../queries.ts';
import {
  countRecoveryCodes,
  keepSecret,
  newSecret,
  removeRecoveryCodes,
  renewRecoveryCodes,
  spendCode,
  spendTotp,
  switchTwoFactor,
  uriOf,
} from './codes.ts';
import * as z from 'zod';
import { SIGN_IN_REFUSALS } from '../../../contract/calls/accounts.ts';
import { admit } from '../sign-in/admit.ts';
import { endChallenge, findChallenge } from '../sign-in/challenges.ts';
import { recordFailedSignIn } from '../visitor-events.ts';

const WRONG = 'This code is wrong or was used already';
const wrongCode = () => refuse(400, 'validation_failed', WRONG, { fields: { code: WRONG } });
const alreadyOn = () => refuse(409, 'already_enabled', 'Two-factor authentication is on already.');
const notOn = () => refuse(409, 'not_enabled', 'Two-factor authentication is off.');

const own = async (db: Db, actor: Actor): Promise<UserRow> =>
  found(await findUser(db, actor.userId), 'Account');

const audit = (tx: Db, actor: Actor, action: AuditAction, after?: { via: string }) =>
  record(tx, actor, { action, kind: 'account', subjectId: actor.userId, after });

/** Switches the second factor on and off. Sign-in asks for the codes themselves. */
export function secondFactorRoutes(mount: Mount, config: Config, keys: Keys) {
  const scale = config.RATE_LIMIT_SCALE;

  mount(secondFactor.show, async ({ db, actor }) => meansOf(db, await own(db, actor)));

  mount(
    secondFactor.setUp,
    async ({ db, actor, body }) => {
      const user = await own(db, actor);
      if (user.totpEnabledAt) return alreadyOn();
      const missing = await confirm(db, actor, user, { password: body.password, scale });
      if (missing) return missing;
      const secret = newSecret();
      const uri = uriOf(secret, user);
      const { toString: toPicture } = await import('qrcode');
      const qr = await toPicture(uri, { type: 'svg', margin: 2 });
      await keepSecret(db, keys, user.id, secret);
      return { secret, uri, qr };
    },
    { transaction: 'own' },
  );

  mount(
    secondFactor.enable,
    async ({ db, actor, body }) => {
      const tooMany = await limited(db, CODES_BY_ACCOUNT, actor.userId, scale);
      if (tooMany) return tooMany;
      const user = await own(db, actor);
      if (user.totpEnabledAt) return alreadyOn();
      const missing = await confirm(db, actor, user, { password: body.password, scale });
      if (missing) return missing;
      return db.transaction(async (tx) => {
        if (!(await spendTotp(tx, keys, user, body.code))) return wrongCode();
        await switchTwoFactor(tx, user.id, true);
        await audit(tx, actor, 'account.enable-two-factor');
        await queueMail(tx, 'two-factor-on', user);
        await forget(tx, CODES_BY_ACCOUNT, actor.userId);
        return { recoveryCodes: await renewRecoveryCodes(tx, keys, user.id) };
      });
    },
    { transaction: 'own' },
  );

  mount(
    secondFactor.disable,
    async ({ db, actor, body: { password, code } }) => {
      const tooMany = await limited(db, CODES_BY_ACCOUNT, actor.userId, scale);
      if (tooMany) return tooMany;
      const user = await own(db, actor);
      if (!user.totpEnabledAt) return notOn();
      if (password || !code) {
        const missing = await confirm(db, actor, user, { password, always: true, scale });
        if (missing) return missing;
      }
      return db.transaction(async (tx) => {
        const via = code ? await spendCode(tx, keys, user, code) : 'password';
        return via ? switchOff(tx, actor, user, via) : wrongCode();
      });
    },
    { transaction: 'own' },
  );

  mount(
    secondFactor.renewRecoveryCodes,
    async ({ db, actor, body: { password } }) => {
      const user = await own(db, actor);
      if (!user.totpEnabledAt) return notOn();
      const missing = await confirm(db, actor, user, { password, always: true, scale });
      if (missing) return missing;
      return db.transaction(async (tx) => {
        await audit(tx, actor, 'account.renew-recovery-codes');
        return { recoveryCodes: await renewRecoveryCodes(tx, keys, user.id) };
      });
    },
    { transaction: 'own' },
  );
}

async function switchOff(tx: Db, actor: Actor, user: UserRow, via: string) {
  await switchTwoFactor(tx, user.id, false);
  await removeRecoveryCodes(tx, user.id);
  await audit(tx, actor, 'account.disable-two-factor', { via });
  await queueMail(tx, 'two-factor-off', user);
  await forget(tx, CODES_BY_ACCOUNT, user.id);
  return { message: 'Two-factor authentication is off.' };
}

/** The sign-in methods of an account, for its owner. */
export const meansOf = async (db: Db, user: UserRow): Promise<SignInMeans> => ({
  hasPassword: Boolean(user.passwordHash),
  passwordChangedAt: user.passwordChangedAt?.toISOString() ?? null,
  isTwoFactorOn: Boolean(user.totpEnabledAt),
  recoveryCodesLeft: await countRecoveryCodes(db, user.id),
});

const tooLate = () => refuse(401, 'sign_in_again', 'This sign-in took too long. Start again.');

/** The second step of a sign-in. A cookie identifies the browser that completed the first step. */
export function secondStepRoutes(mount: Mount, config: Config, keys: Keys) {
  mount(
    secondFactor.verify,
    async ({ db, body, request, reply }) => {
      const begun = { config, reply, kind: 'second-step' as const };
      const userId = await findChallenge(db, request, begun);
      if (!userId) return tooLate();
      const tooMany = await limited(db, CODES_BY_ACCOUNT, userId, config.RATE_LIMIT_SCALE);
      if (tooMany) return tooMany;
      return db.transaction(async (tx) => {
        const user = await lockUser(tx, userId);
        if (!user) return tooLate();
        const via = await spendCode(tx, keys, user, body.code);
        if (!via) {
          await recordFailedSignIn(tx, request, 'invalid_code', { user });
          return refuse(401, 'invalid_code', 'This code is wrong or was used already.');
        }
        if (!(await endChallenge(tx, request, begun, z.object({})))) return tooLate();
        await forget(tx, CODES_BY_ACCOUNT, user.id);
        const refusal = await admit(tx, { config, request, reply }, user, { via, isSecondStep: true });
        return refusal && refusal !== 'second_step'
          ? refuse(403, refusal, SIGN_IN_REFUSALS[refusal])
          : asUser(user);
      });
    },
    { transaction: 'own' },
  );
}
