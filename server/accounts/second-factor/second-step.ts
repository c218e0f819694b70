import * as z from 'zod';
import { SIGN_IN_REFUSALS } from '../../../contract/accounts.ts';
import { secondFactor } from '../../../contract/second-factor.ts';
import type { Config } from '../../config.ts';
import type { Mount } from '../../http/endpoint.ts';
import { refuse } from '../../http/errors.ts';
import { forget } from '../../http/rate-limit.ts';
import type { Keys } from '../../secret.ts';
import { admit } from '../sign-in/admit.ts';
import { endChallenge, findChallenge } from '../sign-in/challenges.ts';
import { CODES_BY_ACCOUNT, limited } from '../limits.ts';
import { asUser, holdUser } from '../queries.ts';
import { recordFailedSignIn } from '../visitor-events.ts';
import { spendCode } from './codes.ts';

const tooLate = () => refuse(401, 'sign_in_again', 'This sign-in took too long. Start again.');

/** The second step of a sign-in whose first one was right: the browser that took it has a cookie that says so. */
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
        const user = await holdUser(tx, userId);
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
    { ownTransaction: true },
  );
}
