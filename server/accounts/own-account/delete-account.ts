import { eq } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import {
  accountSettings,
  accountTokens,
  apiTokens,
  challenges,
  documentShares,
  drafts,
  identities,
  idempotencyKeys,
  mails,
  notifications,
  passkeys,
  recoveryCodes,
  serverViews,
  users,
  watches,
} from '../../db/schema.ts';
import { Refusal, RefusalError } from '../../http/errors.ts';
import { moveAccount } from '../administration/lifecycle.ts';
import type { UserRow } from '../queries.ts';

/** Tables with data of this person alone. The account's change of state ends its sessions. */
const OWN = [
  accountSettings,
  accountTokens,
  apiTokens,
  challenges,
  drafts,
  identities,
  idempotencyKeys,
  mails,
  notifications,
  passkeys,
  recoveryCodes,
  serverViews,
  watches,
];

/**
 * Removes all credentials, the address and the settings. The row stays with the name, which texts and the audit log
 * show; nobody can sign in to it again.
 */
export async function deleteAccount(tx: Db, actor: Actor, user: UserRow): Promise<void> {
  await record(tx, actor, { action: 'account.delete', kind: 'account', subjectId: user.id });
  const moved = await moveAccount(tx, actor, user.id, 'deactivate');
  if (moved instanceof Refusal) throw new RefusalError(moved);
  for (const table of OWN) await tx.delete(table).where(eq(table.userId, user.id));
  await tx.delete(documentShares).where(eq(documentShares.sharedByUserId, user.id));
  await tx
    .update(users)
    .set({
      email: `deleted-${user.id}@deleted.invalid`,
      role: 'user',
      passwordHash: null,
      passwordChangedAt: null,
      totpSecret: null,
      totpEnabledAt: null,
      totpLastStep: null,
      isEmailVerified: false,
      profileImageUrl: null,
      lastActiveAt: null,
      isDeleted: true,
    })
    .where(eq(users.id, user.id));
}
