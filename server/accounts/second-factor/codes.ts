import { randomInt } from 'node:crypto';
import { and, count, eq, isNull, lt, or, sql, isNotNull } from 'drizzle-orm';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import { recoveryCodes, users } from '../../db/schema.ts';
import { queueMail } from '../../mail-queue/queries.ts';
import type { Keys } from '../../secret.ts';
import type { UserRow } from '../queries.ts';

/** Tolerated clock difference in seconds: one step. */
const TOLERANCE = 30;
const RECOVERY_CODES = 10;
/** Excludes letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export const newSecret = (): string => generateSecret();

export const uriOf = (secret: string, { email }: Pick<UserRow, 'email'>): string =>
  generateURI({ issuer: 'Ops Hub', label: email, secret });

/** Stores the secret of an authenticator during setup; sign-in does not ask for its codes yet. */
export async function keepSecret(tx: Db, keys: Keys, userId: string, secret: string): Promise<void> {
  await tx
    .update(users)
    .set({ totpSecret: keys.seal('totp', userId, secret), totpLastStep: null })
    .where(eq(users.id, userId));
}

/** Checks a code and uses it up: when it arrives twice, the second attempt fails. */
export async function spendTotp(tx: Db, keys: Keys, user: UserRow, code: string): Promise<boolean> {
  if (!user.totpSecret || !/^\d{6}$/.test(code)) return false;
  const secret = keys.open('totp', user.id, user.totpSecret);
  const result = verifySync({ secret, token: code, epochTolerance: TOLERANCE });
  if (!result.valid || !('timeStep' in result)) return false;
  const isNewer = or(isNull(users.totpLastStep), lt(users.totpLastStep, result.timeStep));
  const used = await tx
    .update(users)
    .set({ totpLastStep: result.timeStep })
    .where(and(eq(users.id, user.id), isNewer))
    .returning({ id: users.id });
  return used.length === 1;
}

async function spendRecoveryCode(tx: Db, keys: Keys, userId: string, code: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, markOf(keys, userId, code))))
    .returning({ userId: recoveryCodes.userId });
  return used.length === 1;
}

/** Uses up a code of the authenticator or a recovery code and returns its kind; undefined when it is wrong. */
export async function spendCode(
  tx: Db,
  keys: Keys,
  user: UserRow,
  code: string,
): Promise<'authenticator' | 'recovery-code' | undefined> {
  if (await spendTotp(tx, keys, user, code)) return 'authenticator';
  return (await spendRecoveryCode(tx, keys, user.id, code)) ? 'recovery-code' : undefined;
}

/** Creates new recovery codes; older ones stop working. Returns the readable codes and stores hashes. */
export async function renewRecoveryCodes(tx: Db, keys: Keys, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await removeRecoveryCodes(tx, userId);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: markOf(keys, userId, code.replace('-', '')) })));
  return codes;
}

export async function removeRecoveryCodes(tx: Db, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const own = eq(recoveryCodes.userId, userId);
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(own);
  return row?.left ?? 0;
}

export async function switchTwoFactor(tx: Db, userId: string, isOn: boolean): Promise<void> {
  await tx
    .update(users)
    .set(isOn ? { totpEnabledAt: sql`now()` } : { totpEnabledAt: null, totpSecret: null, totpLastStep: null })
    .where(eq(users.id, userId));
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

const markOf = (keys: Keys, userId: string, code: string) => keys.mark('recovery-code', `${userId} ${code}`);

/** Number of second factors that stay on, and that had to be switched off. */
type ChangedKeys = { kept: number; off: number };

/**
 * Encrypts the secrets of authenticators with another key. Without the former key they cannot be read: those second
 * factors are switched off and their owners notified. Recovery codes are hashed with the former key, so they end in any
 * case.
 */
export async function changeKey(tx: Db, former: Keys | undefined, keys: Keys): Promise<ChangedKeys> {
  const changed: ChangedKeys = { kept: 0, off: 0 };
  const owners = await tx.select().from(users).where(isNotNull(users.totpSecret)).for('no key update');
  for (const owner of owners) {
    const secret = former?.open('totp', owner.id, owner.totpSecret ?? '');
    if (secret !== undefined) {
      const totpSecret = keys.seal('totp', owner.id, secret);
      await tx.update(users).set({ totpSecret }).where(eq(users.id, owner.id));
      changed.kept += 1;
      continue;
    }
    await switchTwoFactor(tx, owner.id, false);
    // An unfinished setup starts over.
    if (!owner.totpEnabledAt) continue;
    const by = { userId: null, name: 'Administrator of the server' };
    const after = { via: 'another SESSION_SECRET' };
    const action = 'account.disable-two-factor';
    await record(tx, by, { action, kind: 'account', subjectId: owner.id, after });
    await queueMail(tx, 'two-factor-off', owner);
    changed.off += 1;
  }
  await tx.delete(recoveryCodes);
  return changed;
}
