import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { record } from '../../audit/record.ts';
import { createFirstAdministrator, hasAdministrator } from '../queries.ts';
import { createAccountToken } from '../one-time-tokens.ts';
import { hashPassword } from '../passwords.ts';

/**
 * Ensures that a database without an administrator gets one: from ADMIN_EMAIL and ADMIN_PASSWORD, or through a one-time
 * link. Returns the link to print, if needed. There is no built-in password.
 */
export async function prepareFirstAdministrator(db: Db, config: Config): Promise<string | undefined> {
  if (await hasAdministrator(db)) return undefined;
  if (config.ADMIN_EMAIL && config.ADMIN_PASSWORD) {
    const passwordHash = await hashPassword(config.ADMIN_PASSWORD);
    await createFrom(db, {
      email: config.ADMIN_EMAIL,
      firstName: 'Administrator',
      lastName: '',
      passwordHash,
    });
    return undefined;
  }
  const token = await createAccountToken(db, 'setup', null);
  return `${config.PUBLIC_URL}/register?setup=${token}`;
}

const createFrom = (db: Db, person: Parameters<typeof createFirstAdministrator>[1]) =>
  db.transaction(async (tx) => {
    const admin = await createFirstAdministrator(tx, person);
    if (!admin) return;
    const actor = { userId: admin.id, name: admin.email };
    await record(tx, actor, {
      action: 'account.setup',
      kind: 'account',
      subjectId: admin.id,
      after: { email: admin.email },
    });
  });
