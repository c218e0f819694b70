import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountStatus, SignInRefusal } from '../../contract/accounts.ts';
import { record } from '../audit/record.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { displayName, signIn } from '../session.ts';
import type { UserRow } from './queries.ts';

const REFUSED: Record<Exclude<AccountStatus, 'active'>, SignInRefusal> = {
  pending_verification: 'pending_verification',
  pending_approval: 'pending_approval',
  rejected: 'account_rejected',
  deactivated: 'not_approved',
};

/**
 * Opens a session for somebody who proved who they are, on whichever way. Returns why not where the account may not be
 * used; then nothing was written.
 */
export async function admit(
  tx: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  via?: 'google' | 'passkey',
): Promise<SignInRefusal | undefined> {
  if (user.accountStatus !== 'active') return REFUSED[user.accountStatus];
  await signIn(tx, config, request, reply, user.id, via);
  const actor = { userId: user.id, name: displayName(user) };
  const how = via && { after: { via } };
  await record(tx, actor, { action: 'session.start', kind: 'account', subjectId: user.id, ...how });
  return undefined;
}
