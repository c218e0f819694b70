import { team } from '../../contract/calls/team.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { found, Refusal } from '../http/errors.ts';
import { record } from '../audit/record.ts';
import { queueInvitation } from '../mail-queue/queries.ts';
import { hit } from '../http/rate-limit.ts';
import { findMember, listMembers } from './queries.ts';
import { createMember, removeMember, undeleteMember, updateMember } from './save.ts';

const INVITATIONS = { name: 'invite', times: 50, seconds: 3_600 };
const TO_ONE_ADDRESS = { name: 'invite-target', times: 3, seconds: 3_600 };

export function teamRoutes(mount: Mount, config: Config) {
  const scale = config.RATE_LIMIT_SCALE;
  const theMember = async (db: Db, id: string) => found(await findMember(db, id), 'Team member');

  mount(team.list, ({ db }) => listMembers(db));
  mount(team.create, async ({ db, actor, body }) => {
    const made = await createMember(db, actor, body);
    return made instanceof Refusal ? made : theMember(db, made);
  });
  mount(team.update, async ({ db, actor, params, body }) => {
    const refusal = await updateMember(db, actor, params.id, body);
    return refusal ?? theMember(db, params.id);
  });
  mount(team.remove, ({ db, actor, params }) => removeMember(db, actor, params.id));
  mount(team.undelete, async ({ db, actor, params }) => {
    const refusal = await undeleteMember(db, actor, params.id);
    return refusal ?? theMember(db, params.id);
  });

  // Attempts count even when the mail is refused.
  mount(
    team.invite,
    async ({ db, write, actor, body }) => {
      const tooMany =
        (await hit(db, INVITATIONS, actor.userId, scale)) ??
        (await hit(db, TO_ONE_ADDRESS, body.email, scale));
      if (tooMany) return tooMany;
      return write(async (tx) => {
        const invitation = { ...body, department: body.department ?? null, invitedBy: actor.userId };
        await queueInvitation(tx, { ...invitation, inviter: actor.name });
        const after = { email: body.email };
        await record(tx, actor, { action: 'member.invite', kind: 'member', after });
        return { invitedEmail: body.email, message: `Invitation sent to ${body.email}` };
      });
    },
    { transaction: 'write' },
  );
}
