import { eq, sql } from 'drizzle-orm';
import { statusAfter, type AccountEvent } from '../../../contract/calls/user.ts';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import { users } from '../../db/schema.ts';
import { found, refuse, type Refusal } from '../../http/errors.ts';
import { endSessionsOf } from '../../http/session.ts';
import { publish } from '../../live/publish.ts';
import { closeNotifications, notify } from '../../notifications/queries.ts';
import { listAdministrators, type UserRow } from '../queries.ts';

/**
 * Applies a lifecycle event to an account and returns the account, or a 409 when its state does not allow the event.
 * The row lock makes concurrent decisions run one after the other. An account that becomes inactive loses its sessions.
 */
export async function moveAccount(
  tx: Db,
  actor: Pick<Actor, 'userId' | 'name'>,
  userId: string,
  event: AccountEvent,
): Promise<UserRow | Refusal> {
  const [stored] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  const before = found(stored, 'Account');
  const to = statusAfter(before.accountStatus, event);
  if (!to) {
    return refuse(409, 'invalid_transition', 'The account is not in a state that allows this.');
  }
  const approval = to === 'active' ? { approvedAt: sql`now()`, approvedBy: actor.userId } : {};
  const proof = event === 'verify' ? { isEmailVerified: true } : {};
  const [row] = await tx
    .update(users)
    .set({ accountStatus: to, ...approval, ...proof, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning();
  if (to !== 'active') await endSessionsOf(tx, userId);
  if (to !== 'pending_approval') await closeNotifications(tx, 'approval', userId);
  await record(tx, actor, {
    action: `account.${event}`,
    kind: 'account',
    subjectId: userId,
    before: { status: before.accountStatus },
    after: { status: to },
  });
  await publish(tx, { type: 'changed', topic: 'accounts', id: userId });
  return found(row, 'Account');
}

/** Notifies every administrator that somebody verified their address and waits. */
export async function askForApproval(
  tx: Db,
  { userId, name }: Pick<Actor, 'userId' | 'name'>,
): Promise<void> {
  const title = `${name} waits for approval`;
  for (const { id } of await listAdministrators(tx))
    await notify(tx, id, { kind: 'approval', title, link: '/admin/approval', subject: userId });
}
