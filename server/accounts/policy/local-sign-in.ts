import type { Db } from '../../db/open.ts';
import { findUser, type UserRow } from '../queries.ts';
import { findPolicy } from './queries.ts';

/**
 * Whether an account may sign in without OpenID Connect. If the administrator for emergencies is none any more, every
 * administrator may, so that a change of accounts locks nobody out.
 */
export async function maySignInLocally(tx: Db, user: UserRow): Promise<boolean> {
  const { openIdOnly, emergencyId } = await findPolicy(tx);
  if (!openIdOnly || user.id === emergencyId) return true;
  if (user.role !== 'admin') return false;
  const emergency = emergencyId === null ? undefined : await findUser(tx, emergencyId);
  const isThere =
    emergency?.role === 'admin' && emergency.accountStatus === 'active' && emergency.passwordHash !== null;
  return !isThere;
}
