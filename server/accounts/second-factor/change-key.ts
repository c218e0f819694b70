import { eq, isNotNull } from 'drizzle-orm';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import { recoveryCodes, users } from '../../db/schema.ts';
import { queueMail } from '../../mail-queue/queries.ts';
import type { Keys } from '../../secret.ts';
import { switchTwoFactor } from './codes.ts';

/** Number of second factors that stay on, and that had to be switched off. */
export type ChangedKeys = { kept: number; off: number };

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
