import type { FastifyInstance } from 'fastify';
import { ownAccount } from '../../../contract/calls/own-account.ts';
import { record } from '../../audit/record.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { takeLongTurn } from '../../http/budgets.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found, refuse, RefusalError, type Refusal } from '../../http/errors.ts';
import { queueEmailChange, queueMail } from '../../mail-queue/queries.ts';
import { clearCookie } from '../../http/session.ts';
import { confirm } from '../confirm.ts';
import { limited, MAILS_TO_ADDRESS } from '../limits.ts';
import { lockAdministrators } from '../administration/managed-users.ts';
import { asPasskey, listPasskeys } from '../passkeys/queries.ts';
import { findUser, findUserByEmail } from '../queries.ts';
import { meansOf } from '../second-factor/routes.ts';
import { listApiTokens } from '../api-tokens/queries.ts';
import { deleteAccount } from './delete-account.ts';
import { exportOf } from './export.ts';
import { sessionsOf } from '../sign-in/routes.ts';

const CHECK_MAIL = 'Check your new mailbox: the address changes when you open the link we sent there.';
const LAST = 'You are the last administrator. Make somebody else one first.';

export function ownAccountRoutes(app: FastifyInstance, mount: Mount, db: Db, config: Config) {
  const scale = config.RATE_LIMIT_SCALE;

  mount(ownAccount.waysIn, async ({ db, actor }) => {
    const user = found(await findUser(db, actor.userId), 'Account');
    return {
      means: await meansOf(db, user),
      passkeys: (await listPasskeys(db, user.id)).map(asPasskey),
      sessions: await sessionsOf(db, actor),
      tokens: await listApiTokens(db, user.id),
    };
  });

  // Only the owner of the new address learns whether it has an account already.
  mount(
    ownAccount.changeEmail,
    async ({ db, write, actor, body }) => {
      const user = found(await findUser(db, actor.userId), 'Account');
      const missing = await confirm(db, actor, user, { password: body.currentPassword, always: true, scale });
      if (missing) return asCurrentPassword(missing);
      const isEnough = await limited(db, MAILS_TO_ADDRESS, body.email, scale);
      return write(async (tx) => {
        const other = await findUserByEmail(tx, body.email);
        if (!isEnough && other) await queueMail(tx, 'already-registered', other);
        if (!isEnough && !other) await queueEmailChange(tx, user.id, body.email);
        const after = { requested: body.email };
        await record(tx, actor, { action: 'account.ask-email', kind: 'account', subjectId: user.id, after });
        return { message: CHECK_MAIL };
      });
    },
    { transaction: 'write' },
  );

  mount(
    ownAccount.remove,
    async ({ db, actor, body, reply }) => {
      const user = found(await findUser(db, actor.userId), 'Account');
      const missing = await confirm(db, actor, user, { password: body.password, always: true, scale });
      if (missing) return missing;
      await db.transaction(async (tx) => {
        const administrators = await lockAdministrators(tx);
        if (administrators.length === 1 && administrators[0] === user.id)
          throw new RefusalError(refuse(409, 'last_administrator', LAST));
        await deleteAccount(tx, actor, user);
      });
      clearCookie(config, reply);
      return undefined;
    },
    { transaction: 'own' },
  );

  app.get(
    ownAccount.exportData.path,
    { config: { endpoint: ownAccount.exportData } },
    async (request, reply) => {
      await takeLongTurn(request, reply);
      const { actor } = request;
      if (!actor) throw new RefusalError(refuse(401, 'signed_out', 'Sign in first'));
      const user = found(await findUser(db, actor.userId), 'Account');
      await record(db, actor, { action: 'account.export', kind: 'account', subjectId: user.id });
      const zip = await exportOf(db, actor, user);
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="ops-hub-export.zip"')
        .send(zip);
    },
  );
}

/** Attaches the refusal to the field of this form. */
function asCurrentPassword(missing: Refusal): Refusal {
  const { password } = missing.more.fields ?? {};
  return password ? refuse(400, missing.code, password, { fields: { currentPassword: password } }) : missing;
}
