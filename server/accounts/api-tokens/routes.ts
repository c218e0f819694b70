import { tokens } from '../../../contract/calls/tokens.ts';
import { record } from '../../audit/record.ts';
import { isOver } from '../../db/clock.ts';
import { holdTurn } from '../../db/hold-turn.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found, refuse, refuseField } from '../../http/errors.ts';
import { countApiTokens, createApiToken, listApiTokens, removeApiToken } from './queries.ts';

const TOKENS_PER_ACCOUNT = 50;

export function tokenRoutes(mount: Mount) {
  mount(tokens.list, ({ db, actor }) => listApiTokens(db, actor.userId));

  mount(tokens.create, async ({ db, actor, body }) => {
    if (body.expiresAt && (await isOver(db, body.expiresAt))) {
      return refuseField('expiresAt', 'Choose a time in the future');
    }
    if (body.scope === 'scim' && actor.role !== 'admin')
      return refuse(403, 'forbidden', 'Only administrators create tokens for SCIM.');
    await holdTurn(db, 'tokens', actor.userId);
    if ((await countApiTokens(db, actor.userId)) >= TOKENS_PER_ACCOUNT) {
      return refuse(
        409,
        'too_many_tokens',
        `An account has at most ${TOKENS_PER_ACCOUNT} tokens. Delete one first.`,
      );
    }
    const made = await createApiToken(db, actor.userId, {
      name: body.name,
      scope: body.scope,
      expiresAt: body.expiresAt ? new Date(body.expiresAt) : null,
    });
    const { id, name, scope } = made;
    await record(db, actor, {
      action: 'token.create',
      kind: 'account',
      subjectId: actor.userId,
      after: { id, name, scope },
    });
    return made;
  });

  mount(tokens.remove, async ({ db, actor, params }) => {
    found((await removeApiToken(db, actor.userId, params.id)) || undefined, 'Token');
    const before = { id: params.id };
    await record(db, actor, { action: 'token.delete', kind: 'account', subjectId: actor.userId, before });
  });
}
