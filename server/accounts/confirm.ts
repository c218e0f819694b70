import { and, eq, gt, sql } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { sessions } from '../db/schema.ts';
import { refuse, type Refusal } from '../http/errors.ts';
import { forget } from '../http/rate-limit.ts';
import { CHANGES_BY_ACCOUNT, limited } from './limits.ts';
import { isPassword } from './passwords.ts';
import type { UserRow } from './queries.ts';

type Request = {
  password: string | undefined;
  /** Asks for the password even right after sign-in. */
  always?: boolean;
  scale: number;
};

/**
 * Confirms that the owner is at the keyboard, not somebody who found an open screen: by the password, or by a sign-in
 * in the last ten minutes. Accounts without a password sign in again (with Google). Returns what is missing.
 */
export async function confirm(
  db: Db,
  actor: Actor,
  user: UserRow,
  { password, always = false, scale }: Request,
): Promise<Refusal | undefined> {
  if (password) {
    const tooMany = await limited(db, CHANGES_BY_ACCOUNT, actor.userId, scale);
    if (tooMany) return tooMany;
    if (!(await isPassword(user.passwordHash, password))) {
      await record(db, actor, { action: 'account.wrong-password', kind: 'account', subjectId: user.id });
      return wrong('Password is incorrect');
    }
    await forget(db, CHANGES_BY_ACCOUNT, actor.userId);
    return undefined;
  }
  const mayBeFresh = !always || !user.passwordHash;
  if (mayBeFresh && (await isFresh(db, actor.sid ?? ''))) return undefined;
  return user.passwordHash
    ? wrong('Enter your password to confirm')
    : refuse(403, 'sign_in_again', 'Sign in again to confirm that it is you.');
}

const wrong = (message: string) =>
  refuse(400, 'validation_failed', message, { fields: { password: message } });

async function isFresh(db: Db, sid: string): Promise<boolean> {
  const fresh = and(eq(sessions.sid, sid), gt(sessions.createdAt, sql`now() - interval '10 minutes'`));
  return (await db.select({ id: sessions.id }).from(sessions).where(fresh)).length > 0;
}
