import { and, asc, eq, gt, inArray, isNotNull, ne, not, sql } from 'drizzle-orm';
import { NO_POLICY, type PolicyState, type SignInPolicy } from '../../../contract/calls/sign-in-policy.ts';
import type { Role } from '../../../contract/calls/user.ts';
import type { Db } from '../../db/open.ts';
import { installationSettings, sessions, users } from '../../db/schema.ts';
import { nameOf } from '../../db/person-name.ts';
import { byName } from '../../db/order.ts';
import { hasSecondFactor, isInNetworks, type StoredPolicy } from '../../http/sign-in-policy.ts';

const NAME = 'sign-in';
const isPolicy = eq(installationSettings.name, NAME);

export async function findPolicy(db: Db): Promise<StoredPolicy> {
  const [row] = await db.select().from(installationSettings).where(isPolicy);
  return { ...NO_POLICY, requiredSince: {}, ...(row?.value as Partial<StoredPolicy> | undefined) };
}

export const isOpenIdOnly = async (db: Db): Promise<boolean> => (await findPolicy(db)).openIdOnly;

export async function savePolicy(tx: Db, policy: SignInPolicy): Promise<StoredPolicy> {
  const before = await findPolicy(tx);
  const { rows } = await tx.execute<{ now: string }>(sql`select now()::text as now`);
  const now = new Date(rows[0]?.now ?? '').toISOString();
  const since = policy.secondFactorRoles.map((role) => [role, before.requiredSince[role] ?? now]);
  const value: StoredPolicy = { ...policy, requiredSince: Object.fromEntries(since) };
  await tx
    .insert(installationSettings)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: installationSettings.name, set: { value } });
  return value;
}

/** Returns whether there was a policy. */
export const removePolicy = async (tx: Db): Promise<boolean> =>
  (await tx.delete(installationSettings).where(isPolicy).returning()).length > 0;

const isActive = eq(users.accountStatus, 'active');

/** Active administrators who can sign in with a password. */
export const listLocalAdministrators = (db: Db): Promise<PolicyState['administrators']> =>
  db
    .select({ id: users.id, name: nameOf(users) })
    .from(users)
    .where(and(eq(users.role, 'admin'), isActive, isNotNull(users.passwordHash)))
    .orderBy(byName(users.lastName), byName(users.firstName), asc(users.id));

export async function countWithoutSecondFactor(db: Db): Promise<PolicyState['withoutSecondFactor']> {
  const rows = await db
    .select({ role: users.role, count: sql<number>`count(*)::int` })
    .from(users)
    .where(and(isActive, not(hasSecondFactor)))
    .groupBy(users.role);
  const counts = Object.fromEntries(rows.map(({ role, count }) => [role, count]));
  return { viewer: 0, user: 0, admin: 0, ...counts };
}

/** Ends sessions that were begun outside of the networks of their role. */
export async function endSessionsElsewhere(
  tx: Db,
  networks: SignInPolicy['networks'],
  exceptSid: string,
): Promise<void> {
  const roles = (Object.keys(networks) as Role[]).filter((role) => networks[role].length > 0);
  if (roles.length === 0) return;
  const rows = await tx
    .select({ sid: sessions.sid, sess: sessions.sess, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(users.role, roles), gt(sessions.expire, sql`now()`), ne(sessions.sid, exceptSid)));
  const elsewhere = rows.filter(({ sess, role }) => !isInNetworks(sess.address, networks[role]));
  const sids = elsewhere.map(({ sid }) => sid);
  if (sids.length > 0) await tx.delete(sessions).where(inArray(sessions.sid, sids));
}
