import { and, asc, eq, sql } from 'drizzle-orm';
import { fold } from '../../../contract/shared/fold.ts';
import type { User } from '../../../contract/calls/user.ts';
import type { ManagedUser } from '../../../contract/calls/administration.ts';
import type { Db } from '../../db/open.ts';
import { byName } from '../../db/order.ts';
import { users } from '../../db/schema.ts';
import { asUser, type UserRow } from '../queries.ts';

/** Locks all active administrators until the transaction ends. The fixed order prevents deadlocks. */
export async function lockAdministrators(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.accountStatus, 'active')))
    .orderBy(asc(users.id))
    .for('update');
  return rows.map(({ id }) => id);
}

export async function setRole(tx: Db, userId: string, role: User['role']): Promise<void> {
  await tx
    .update(users)
    .set({ role, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
}

const lastUse = sql<string | null>`(select max(s.last_used_at) from sessions s where s.user_id = users.id)`;

const asManagedUser = ({ user, used }: { user: UserRow; used: string | null }): ManagedUser => ({
  ...asUser(user),
  approvedAt: user.approvedAt?.toISOString() ?? null,
  lastUsedAt: used ? new Date(used).toISOString() : null,
});

/** Accounts by name. `q` matches a part of the name or address, ignoring case and accents. */
export async function listManagedUsers(db: Db, q = ''): Promise<ManagedUser[]> {
  const rows = await db
    .select({ user: users, used: lastUse })
    .from(users)
    .where(eq(users.isDeleted, false))
    .orderBy(byName(users.lastName), byName(users.firstName), asc(users.id));
  const term = fold(q.trim());
  const text = ({ user }: { user: UserRow }) => fold(`${user.firstName} ${user.lastName} ${user.email}`);
  return rows.filter((row) => text(row).includes(term)).map(asManagedUser);
}

/** Returns undefined also for an account that its owner deleted: such an account cannot be reopened. */
export async function findManagedUser(db: Db, id: string): Promise<ManagedUser | undefined> {
  const isThere = and(eq(users.id, id), eq(users.isDeleted, false));
  const [row] = await db.select({ user: users, used: lastUse }).from(users).where(isThere);
  return row && asManagedUser(row);
}
