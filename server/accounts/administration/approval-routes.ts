import { approvals } from '../../../contract/approvals.ts';
import type { Actor } from '../../actor.ts';
import type { Db } from '../../db/open.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found, refuse, Refusal } from '../../http/errors.ts';
import { queueMail } from '../../letters/queries.ts';
import { moveAccount } from './lifecycle.ts';
import { asUser, findUser, listPendingUsers } from '../queries.ts';

export function approvalRoutes(mount: Mount) {
  mount(approvals.listPending, ({ db }) => listPendingUsers(db));
  mount(approvals.approve, ({ db, actor, params }) => decide(db, actor, params.id, 'approve'));
  mount(approvals.reject, ({ db, actor, params }) => decide(db, actor, params.id, 'reject'));
}

/** Nobody decides on an account of their own; who is decided on is told by mail. */
async function decide(tx: Db, actor: Actor, userId: string, decision: 'approve' | 'reject') {
  found(await findUser(tx, userId), 'Account');
  if (userId === actor.userId)
    return refuse(403, 'forbidden', 'Another administrator must decide on your account.');
  const moved = await moveAccount(tx, actor, userId, decision);
  if (moved instanceof Refusal) return moved;
  await queueMail(tx, decision === 'approve' ? 'approved' : 'rejected', moved);
  return asUser(moved);
}
