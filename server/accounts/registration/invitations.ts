import type * as z from 'zod';
import type { Register } from '../../../contract/accounts.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import { refuse, Refusal, RefusalError } from '../../http/errors.ts';
import { MailedInvitation } from '../../letters/queries.ts';
import { displayName } from '../../http/session.ts';
import { addInvitedMember } from '../../team/queries.ts';
import { askForApproval } from './approval-request.ts';
import { moveAccount } from '../administration/lifecycle.ts';
import { spendAccountToken, voidAccountTokens } from '../one-time-tokens.ts';
import { createUser, findUser, findUserByEmail, takeOver } from '../queries.ts';

export type Person = Pick<z.output<typeof Register>, 'email' | 'firstName' | 'lastName'> & {
  passwordHash: string;
};

const WRONG = 'This invitation is wrong or was used already.';
const TAKEN = 'This address has an account already. Sign in, or ask for a new password.';

/**
 * Registers who was invited, under the invited address alone: its mailbox is proven by the link. An invitation of
 * somebody who is an administrator now, too, counts as approval; one by anybody else still waits for it.
 */
export async function acceptInvitation(tx: Db, person: Person, token: string) {
  const spent = await spendAccountToken(tx, 'invite', token);
  const invitation = MailedInvitation.safeParse(spent?.payload).data;
  if (!invitation || invitation.email !== person.email) giveBack(400, 'invalid_token', WRONG);
  const user = (await createUser(tx, person)) ?? (await replaceUnproven(tx, person));
  if (!user) giveBack(409, 'email_taken', TAKEN);

  const actor = { userId: user.id, name: displayName(user) };
  const after = { email: user.email, invitedBy: invitation.invitedBy };
  await record(tx, actor, { action: 'account.register', kind: 'account', subjectId: user.id, after });
  const proven = await moveAccount(tx, actor, user.id, 'verify');
  if (proven instanceof Refusal) throw new RefusalError(proven);
  await addInvitedMember(tx, { ...invitation, name: actor.name });

  const inviter = await findUser(tx, invitation.invitedBy);
  if (inviter?.role !== 'admin' || inviter.accountStatus !== 'active') {
    await askForApproval(tx, actor);
    return { message: 'Your account waits for approval.', status: 'pending_approval' as const };
  }
  const administrator = { userId: inviter.id, name: displayName(inviter) };
  const approved = await moveAccount(tx, administrator, user.id, 'approve');
  if (approved instanceof Refusal) throw new RefusalError(approved);
  return { message: 'Account created successfully!', status: 'active' as const };
}

/** Refuses in a way that leaves the invitation good: nothing of this transaction stays. */
function giveBack(...why: Parameters<typeof refuse>): never {
  throw new RefusalError(refuse(...why));
}

/** Whoever registered this address before never proved it. */
async function replaceUnproven(tx: Db, { email, ...person }: Person) {
  const known = await findUserByEmail(tx, email);
  if (known?.accountStatus !== 'pending_verification') return undefined;
  await voidAccountTokens(tx, known.id);
  return takeOver(tx, known.id, { ...person, authProvider: 'local' });
}
