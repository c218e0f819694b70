import type { SignInRefusal } from '../../../contract/calls/accounts.ts';
import type { AccountStatus } from '../../../contract/calls/user.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import { found, refuse, RefusalError } from '../../http/errors.ts';
import { displayName, signIn, type Visit } from '../../http/session.ts';
import { isInNetworks } from '../../http/sign-in-policy.ts';
import { addressOf } from '../../http/source.ts';
import { maySignInLocally } from '../policy/local-sign-in.ts';
import { findPolicy } from '../policy/queries.ts';
import { beginChallenge, findChallenge } from './challenges.ts';
import { lockUser, type UserRow } from '../queries.ts';
import { recordFailedSignIn } from '../visitor-events.ts';

const REFUSED: Record<Exclude<AccountStatus, 'active'>, SignInRefusal> = {
  pending_verification: 'pending_verification',
  pending_approval: 'pending_approval',
  rejected: 'account_rejected',
  deactivated: 'not_approved',
};

type How = {
  via?: 'google' | 'passkey' | 'authenticator' | 'recovery-code';
  /** The second factor was verified too. */
  isSecondStep?: boolean;
};

/**
 * Opens a session for somebody who proved who they are, on whichever way. Returns why not where the account may not be
 * used, or that a second step is due, which this browser may take from now on. A passkey is two factors in one.
 *
 * `proven` is the account as it was when the proof was looked at. What was decided on it since counts: a reset that came
 * between must not leave a session of the old password behind.
 */
export async function admit(
  tx: Db,
  visit: Visit,
  proven: UserRow,
  { via, isSecondStep = via === 'passkey' }: How = {},
): Promise<SignInRefusal | 'second_step' | undefined> {
  const { config, request, reply } = visit;
  const user = found(await lockUser(tx, proven.id), 'Account');
  if (user.passwordHash !== proven.passwordHash)
    throw new RefusalError(refuse(401, 'invalid_credentials', 'Invalid email or password.'));
  if (user.accountStatus !== 'active') {
    const refusal = REFUSED[user.accountStatus];
    await recordFailedSignIn(tx, request, refusal, { user, more: { via } });
    return refusal;
  }
  const refusal = await refusalByPolicy(tx, request, user, via);
  if (refusal) {
    await recordFailedSignIn(tx, request, refusal, { user, more: { via } });
    return refusal;
  }
  if (user.totpEnabledAt && !isSecondStep) {
    await beginChallenge(tx, { config, reply, kind: 'second-step' }, {}, user.id);
    return 'second_step';
  }
  await signIn(tx, visit, user.id);
  const device = { config, reply, kind: 'device' as const };
  if ((await findChallenge(tx, request, device)) !== user.id) await beginChallenge(tx, device, {}, user.id);
  const actor = { userId: user.id, name: displayName(user) };
  const how = via && { after: { via } };
  await record(tx, actor, { action: 'session.start', kind: 'account', subjectId: user.id, ...how });
  return undefined;
}

/** The first step of a sign-in was checked before its second step. */
async function refusalByPolicy(
  tx: Db,
  request: Visit['request'],
  user: UserRow,
  via: How['via'],
): Promise<SignInRefusal | undefined> {
  const { networks } = await findPolicy(tx);
  if (!isInNetworks(addressOf(request), networks[user.role])) return 'network_not_allowed';
  const isLocal = via === undefined || via === 'passkey';
  return isLocal && !(await maySignInLocally(tx, user)) ? 'openid_only' : undefined;
}
