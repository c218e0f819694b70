import { administration, type UserChange } from '../../../contract/calls/administration.ts';
import { approvals } from '../../../contract/calls/approvals.ts';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found, refuse, Refusal } from '../../http/errors.ts';
import { publish } from '../../live/publish.ts';
import { endSessionsOf } from '../../http/session.ts';
import { listApiTokens, removeApiTokensOf } from '../api-tokens/queries.ts';
import { sessionsOf } from '../sign-in/routes.ts';
import { moveAccount } from './lifecycle.ts';
import { findManagedUser, listManagedUsers, lockAdministrators, setRole } from './managed-users.ts';
import { queueMail } from '../../mail-queue/queries.ts';
import { asUser, findUser, listPendingUsers } from '../queries.ts';

export function administrationRoutes(mount: Mount) {
  mount(administration.listUsers, ({ db, query }) => listManagedUsers(db, query.q));
  mount(administration.updateUser, async ({ db, actor, params, body }) => {
    const refusal = await changeUser(db, actor, params.id, body);
    return refusal ?? found(await findManagedUser(db, params.id), 'Account');
  });
  mount(administration.endSessions, async ({ db, actor, params }) => {
    found(await findManagedUser(db, params.id), 'Account');
    await endSessionsOf(db, params.id);
    await record(db, actor, { action: 'session.end-all', kind: 'account', subjectId: params.id });
  });
  accessRoutes(mount);
}

function accessRoutes(mount: Mount) {
  mount(administration.access, async ({ db, actor, params }) => {
    const { id: userId } = found(await findManagedUser(db, params.id), 'Account');
    return { sessions: await sessionsOf(db, { ...actor, userId }), tokens: await listApiTokens(db, userId) };
  });
  mount(administration.endAccess, async ({ db, actor, params }) => {
    found(await findManagedUser(db, params.id), 'Account');
    await endSessionsOf(db, params.id);
    await removeApiTokensOf(db, params.id);
    await record(db, actor, { action: 'account.end-access', kind: 'account', subjectId: params.id });
  });
}

/** Locks the administrators first, so that two who demote each other at the same time leave one. */
async function changeUser(
  tx: Db,
  actor: Actor,
  id: string,
  { role, active }: UserChange,
): Promise<Refusal | undefined> {
  const administrators = await lockAdministrators(tx);
  const user = found(await findManagedUser(tx, id), 'Account');
  const losesOne = (role !== undefined && role !== 'admin') || active === false;
  if (losesOne && administrators.length === 1 && administrators[0] === id) {
    return refuse(409, 'last_administrator', 'This is the last administrator. Make somebody else one first.');
  }
  if (role && role !== user.role) {
    await setRole(tx, id, role);
    const change = { before: { role: user.role }, after: { role } };
    await record(tx, actor, { action: 'account.role', kind: 'account', subjectId: id, ...change });
  }
  const isActive = user.accountStatus === 'active';
  if (active !== undefined && active !== isActive) {
    const moved = await moveAccount(tx, actor, id, active ? 'reactivate' : 'deactivate');
    if (moved instanceof Refusal) return moved;
  }
  await publish(tx, { type: 'changed', topic: 'accounts', id });
  return undefined;
}

export function approvalRoutes(mount: Mount) {
  mount(approvals.listPending, ({ db }) => listPendingUsers(db));
  mount(approvals.approve, ({ db, actor, params }) => decide(db, actor, params.id, 'approve'));
  mount(approvals.reject, ({ db, actor, params }) => decide(db, actor, params.id, 'reject'));
}

/** Administrators cannot decide on their own account. The affected person gets a mail. */
async function decide(tx: Db, actor: Actor, userId: string, decision: 'approve' | 'reject') {
  found(await findUser(tx, userId), 'Account');
  if (userId === actor.userId)
    return refuse(403, 'forbidden', 'Another administrator must decide on your account.');
  const moved = await moveAccount(tx, actor, userId, decision);
  if (moved instanceof Refusal) return moved;
  await queueMail(tx, decision === 'approve' ? 'approved' : 'rejected', moved);
  return asUser(moved);
}
