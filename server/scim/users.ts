import { and, asc, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { AccountEvent } from '../../contract/calls/user.ts';
import type { Actor } from '../actor.ts';
import { moveAccount } from '../accounts/administration/lifecycle.ts';
import { lockAdministrators } from '../accounts/administration/managed-users.ts';
import { voidAccountTokens } from '../accounts/one-time-tokens.ts';
import {
  createUser,
  findUserByEmail,
  replaceUnverified,
  setEmail,
  type UserRow,
} from '../accounts/queries.ts';
import { changedFields, record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { groupMembers, groups, scimUsers, users } from '../db/schema.ts';
import { found, refuse, Refusal, RefusalError } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { taken } from './errors.ts';
import type { Conditions, ListQuery } from './list.ts';
import { conditionOf, windowOf } from './list.ts';
import type { ScimUser, UserFields } from './user-resource.ts';

/** The directory acts with the token of an administrator. */
export type Author = Pick<Actor, 'userId' | 'name'>;

const COLUMNS = {
  user: users,
  userName: sql<string>`coalesce(${scimUsers.userName}, ${users.email})`,
  externalId: scimUsers.externalId,
  attributes: sql<Record<string, unknown>>`coalesce(${scimUsers.attributes}, '{}')`,
  groups: sql<ScimUser['groups']>`(
    select coalesce(json_agg(json_build_object('value', g.id, 'display', g.name) order by g.id), '[]')
    from ${groupMembers} m join ${groups} g on g.id = m.group_id where m.user_id = users.id and g.source = 'scim')`,
};

/** An address that nobody has proven belongs to nobody, so the directory may create its account. */
const isVisible = and(
  eq(users.isDeleted, false),
  ne(users.accountStatus, 'pending_verification'),
  sql`${scimUsers.removedAt} is null`,
);

const selectUsers = (db: Db, where: SQL | undefined) =>
  db
    .select(COLUMNS)
    .from(users)
    .leftJoin(scimUsers, eq(scimUsers.userId, users.id))
    .where(and(isVisible, where));

const CONDITIONS: Conditions = {
  username: (value) => sql`lower(coalesce(${scimUsers.userName}, ${users.email})) = lower(${value})`,
  externalid: (value) => eq(scimUsers.externalId, value),
  id: (value) => sql`${users.id}::text = lower(${value})`,
  'emails.value': (value) => eq(users.email, value.toLowerCase()),
};

export async function listUsers(
  db: Db,
  query: ListQuery,
): Promise<{ users: ScimUser[]; total: number; startIndex: number }> {
  const where = conditionOf(query.filter, CONDITIONS);
  const { startIndex, limit } = windowOf(query);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(users)
    .leftJoin(scimUsers, eq(scimUsers.userId, users.id))
    .where(and(isVisible, where));
  const rows = await selectUsers(db, where)
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(limit)
    .offset(startIndex - 1);
  return { users: rows, total: counted?.total ?? 0, startIndex };
}

export const findScimUser = async (db: Db, id: string): Promise<ScimUser> =>
  found((await selectUsers(db, eq(users.id, id)))[0], 'User');

/** Creates an account that may sign in at once: the directory knows the person and the address. */
export async function createScimUser(tx: Db, author: Author, fields: UserFields): Promise<string> {
  const known = await findUserByEmail(tx, fields.email);
  const user = known ? await adopted(tx, known, fields) : await created(tx, fields);
  await tx
    .update(users)
    .set({ isEmailVerified: true, firstName: fields.firstName, lastName: fields.lastName })
    .where(eq(users.id, user.id));
  await keepAttributes(tx, user.id, fields);
  await setActive(tx, author, user, fields.active ?? true);
  await record(tx, author, {
    action: 'account.provision',
    kind: 'account',
    subjectId: user.id,
    after: { email: fields.email, userName: fields.userName },
  });
  await publish(tx, { type: 'changed', topic: 'accounts', id: user.id });
  return user.id;
}

async function created(tx: Db, { email, firstName, lastName }: UserFields): Promise<UserRow> {
  const person = { email, firstName, lastName, passwordHash: null, authProvider: 'scim' };
  const row = await createUser(tx, person);
  if (!row) throw taken(`There is an account ${email} already.`);
  return row;
}

/** An account that the directory deleted before, or a registration that nobody has proven. */
async function adopted(tx: Db, known: UserRow, { email, firstName, lastName }: UserFields): Promise<UserRow> {
  if (known.accountStatus === 'pending_verification') {
    await voidAccountTokens(tx, known.id);
    const person = { firstName, lastName, passwordHash: null, authProvider: 'scim' };
    return replaceUnverified(tx, known.id, person);
  }
  const [removed] = await tx
    .select()
    .from(scimUsers)
    .where(and(eq(scimUsers.userId, known.id), sql`${scimUsers.removedAt} is not null`));
  if (!removed) throw taken(`There is an account ${email} already.`);
  return known;
}

/** Brings the account in line with the resource, whether a PUT or a PATCH changed it. */
export async function updateScimUser(tx: Db, author: Author, id: string, fields: UserFields): Promise<void> {
  const { user, userName } = await lockScimUser(tx, id);
  const before = { email: user.email, firstName: user.firstName, lastName: user.lastName, userName };
  const { email, firstName, lastName } = fields;
  if (email !== user.email) {
    if (await findUserByEmail(tx, email)) throw taken(`There is an account ${email} already.`);
    await setEmail(tx, id, email);
  }
  if (firstName !== user.firstName || lastName !== user.lastName)
    await tx
      .update(users)
      .set({ firstName, lastName, updatedAt: sql`now()` })
      .where(eq(users.id, id));
  await keepAttributes(tx, id, fields);
  const change = changedFields(before, { email, firstName, lastName, userName: fields.userName });
  if (Object.keys(change.after).length > 0)
    await record(tx, author, { action: 'account.update', kind: 'account', subjectId: id, ...change });
  if (fields.active !== undefined) await setActive(tx, author, user, fields.active);
  await publish(tx, { type: 'changed', topic: 'accounts', id });
}

/** Deactivates the account. Its texts stay, with its name; the directory may create it again. */
export async function removeScimUser(tx: Db, author: Author, id: string): Promise<void> {
  const { user, userName, externalId, attributes } = await lockScimUser(tx, id);
  await setActive(tx, author, user, false);
  const row = { userId: id, userName, externalId, attributes, removedAt: sql`now()` };
  await tx
    .insert(scimUsers)
    .values(row)
    .onConflictDoUpdate({ target: scimUsers.userId, set: { removedAt: sql`now()` } });
  await record(tx, author, { action: 'account.deprovision', kind: 'account', subjectId: id });
}

/** Locks the administrators first, so that two calls cannot deactivate the last two. */
export async function lockScimUser(tx: Db, id: string): Promise<ScimUser> {
  await lockAdministrators(tx);
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  return findScimUser(tx, id);
}

const LAST =
  'This is the last active administrator, who cannot be deactivated. Make somebody else one first.';

async function setActive(tx: Db, author: Author, user: UserRow, isActive: boolean): Promise<void> {
  for (const event of (isActive ? TO_ACTIVE : TO_INACTIVE)[user.accountStatus]) {
    if (event === 'deactivate' && user.role === 'admin') {
      const administrators = await lockAdministrators(tx);
      if (administrators.every((id) => id === user.id))
        throw new RefusalError(refuse(409, 'last_administrator', LAST));
    }
    // oxlint-disable-next-line no-await-in-loop -- Each step begins where the last one ended.
    const moved = await moveAccount(tx, author, user.id, event);
    if (moved instanceof Refusal) throw new RefusalError(moved);
  }
}

/** The steps in the life of an account to the wanted state. */
const TO_ACTIVE: Record<UserRow['accountStatus'], AccountEvent[]> = {
  pending_verification: ['verify', 'approve'],
  pending_approval: ['approve'],
  active: [],
  rejected: ['reactivate'],
  deactivated: ['reactivate'],
};
const TO_INACTIVE: Record<UserRow['accountStatus'], AccountEvent[]> = {
  pending_verification: ['verify', 'approve', 'deactivate'],
  pending_approval: [],
  active: ['deactivate'],
  rejected: [],
  deactivated: [],
};

async function keepAttributes(
  tx: Db,
  userId: string,
  { userName, externalId, attributes }: UserFields,
): Promise<void> {
  const [other] = await tx
    .select({ id: scimUsers.userId })
    .from(scimUsers)
    .where(and(sql`lower(${scimUsers.userName}) = lower(${userName})`, ne(scimUsers.userId, userId)));
  if (other) throw taken(`There is a user ${userName} already.`);
  const row = { userName, externalId, attributes, removedAt: null };
  await tx
    .insert(scimUsers)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: scimUsers.userId, set: row });
}
