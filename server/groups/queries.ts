import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { MOST_MEMBERS, type Group, type GroupSource } from '../../contract/calls/groups.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { nameOf } from '../db/person-name.ts';
import { groupMembers, groups, teamMembers, users } from '../db/schema.ts';

type GroupRow = typeof groups.$inferSelect;

const members = sql<Group['members']>`(
  select coalesce(json_agg(json_build_object('id', person.id, 'name', person.name) order by ${byName(sql`person.name`)}, person.id), '[]')
  from (select ${users.id} as id, ${nameOf(users)} as name from ${groupMembers} join ${users} on ${users.id} = ${groupMembers.userId}
    where ${groupMembers.groupId} = groups.id) as person)`;

const listWhere = (db: Db, where?: ReturnType<typeof eq>): Promise<Group[]> =>
  db
    .select({ id: groups.id, name: groups.name, source: groups.source, members })
    .from(groups)
    .where(where)
    .orderBy(byName(groups.name), asc(groups.id));

/** All groups by name. Administrators create them, so they are few. */
export const listGroups = (db: Db): Promise<Group[]> => listWhere(db);

export const findGroup = async (db: Db, id: string): Promise<Group | undefined> =>
  (await listWhere(db, eq(groups.id, id)))[0];

export async function findGroupByExternalId(
  db: Db,
  source: GroupSource,
  externalId: string,
): Promise<GroupRow | undefined> {
  const isIt = and(eq(groups.source, source), eq(groups.externalId, externalId));
  return (await db.select().from(groups).where(isIt))[0];
}

/** Names are compared without case. */
const isNamed = (name: string) =>
  sql`lower(${groups.name} collate ops_natural) = lower(${name}::text collate ops_natural)`;

export async function findGroupByName(db: Db, name: string): Promise<GroupRow | undefined> {
  return (await db.select().from(groups).where(isNamed(name)))[0];
}

export async function lockGroup(tx: Db, id: string): Promise<GroupRow | undefined> {
  return (await tx.select().from(groups).where(eq(groups.id, id)).for('update'))[0];
}

/** Ids of these accounts that exist. */
export async function listAccountIds(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isThere = and(inArray(users.id, ids), eq(users.isDeleted, false));
  return (await db.select({ id: users.id }).from(users).where(isThere)).map(({ id }) => id);
}

/** Accounts with the e-mail of a team member of this department. */
export async function listAccountsOfDepartment(db: Db, department: string): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(teamMembers, eq(teamMembers.email, users.email))
    .where(
      and(eq(teamMembers.department, department), isNull(teamMembers.deletedAt), eq(users.isDeleted, false)),
    )
    .orderBy(asc(users.id))
    .limit(MOST_MEMBERS);
  return rows.map(({ id }) => id);
}

export async function listMemberIds(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .select({ id: groupMembers.userId })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, groupId));
  return rows.map(({ id }) => id).toSorted();
}

/** Ids of the groups of a source that somebody belongs to. */
export async function listGroupsOf(db: Db, userId: string, source: GroupSource): Promise<string[]> {
  const rows = await db
    .select({ id: groups.id })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(and(eq(groupMembers.userId, userId), eq(groups.source, source)));
  return rows.map(({ id }) => id).toSorted();
}
