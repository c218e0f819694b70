import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import { MOST_MEMBERS } from '../../contract/calls/groups.ts';
import type { Db } from '../db/open.ts';
import { groupMembers, groups, users } from '../db/schema.ts';
import { changeMembers, createGroup, removeGroup, renameGroup } from '../groups/save.ts';
import { found, Refusal, RefusalError } from '../http/errors.ts';
import { invalid } from './errors.ts';
import { conditionOf, windowOf, type Conditions, type ListQuery } from './list.ts';
import type { Resource } from './patch.ts';
import type { Author } from './users.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export type ScimGroup = {
  id: string;
  name: string;
  externalId: string | null;
  createdAt: Date;
  members: { value: string; display: string }[];
};

const isScim = eq(groups.source, 'scim');

const members = sql<ScimGroup['members']>`(
  select coalesce(json_agg(json_build_object('value', u.id, 'display', u.email) order by u.id), '[]')
  from ${groupMembers} m join ${users} u on u.id = m.user_id where m.group_id = groups.id)`;

const { id, name, externalId, createdAt } = groups;
const hasMember = (value: string) =>
  sql`exists (select from ${groupMembers} m where m.group_id = groups.id and m.user_id::text = lower(${value}))`;

const CONDITIONS: Conditions = {
  displayname: (value) => sql`lower(${groups.name}) = lower(${value})`,
  externalid: (value) => eq(groups.externalId, value),
  id: (value) => sql`${groups.id}::text = lower(${value})`,
  'members.value': hasMember,
  members: hasMember,
};

/** `withMembers`: false for a caller that does not want them, since a group may have thousands. */
export async function listGroups(db: Db, query: ListQuery, withMembers: boolean) {
  const where = and(isScim, conditionOf(query.filter, CONDITIONS));
  const { startIndex, limit } = windowOf(query);
  const rows = await selectGroups(db, where, withMembers)
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
    .offset(startIndex - 1);
  return { groups: rows, total: await db.$count(groups, where), startIndex };
}

const selectGroups = (db: Db, where: SQL | undefined, withMembers = true) =>
  db
    .select({
      id,
      name,
      externalId,
      createdAt,
      members: withMembers ? members : sql<ScimGroup['members']>`'[]'::json`,
    })
    .from(groups)
    .where(where);

export const findScimGroup = async (db: Db, groupId: string): Promise<ScimGroup> =>
  found((await selectGroups(db, and(isScim, eq(id, groupId))))[0], 'Group');

const GroupResource = z.looseObject({
  displayName: z.string().trim().min(1).max(100, 'Use at most 100 characters'),
  externalId: z.string().max(255).nullish(),
  members: z
    .array(z.object({ value: z.string().max(255) }))
    .max(MOST_MEMBERS, `Use at most ${MOST_MEMBERS} members`)
    .nullish(),
});

type GroupFields = { name: string; externalId: string | null; memberIds: string[] };

/** Names of attributes are compared without case. */
const CANONICAL = ['displayName', 'externalId', 'members'];

export function groupFieldsOf(resource: Resource): GroupFields {
  const named = Object.entries(resource).map(([key, value]) => [
    CANONICAL.find((one) => one.toLowerCase() === key.toLowerCase()) ?? key,
    value,
  ]);
  const parsed = GroupResource.safeParse(Object.fromEntries(named));
  if (parsed.error) {
    const issue = parsed.error.issues[0];
    throw invalid('invalid_value', `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { displayName, externalId: ofDirectory, members: listed } = parsed.data;
  return {
    name: displayName,
    externalId: ofDirectory ?? null,
    memberIds: [...new Set((listed ?? []).map(({ value }) => value.toLowerCase()))],
  };
}

export async function createScimGroup(tx: Db, author: Author, fields: GroupFields): Promise<string> {
  const made = await createGroup(tx, author, {
    name: fields.name,
    source: 'scim',
    ...(fields.externalId !== null && { externalId: fields.externalId }),
  });
  if (made instanceof Refusal) throw new RefusalError(made);
  await addMembers(tx, author, made, { add: fields.memberIds, remove: [] });
  return made;
}

/** Brings the group in line with the resource, whether a PUT or a PATCH changed it. */
export async function updateScimGroup(
  tx: Db,
  author: Author,
  before: ScimGroup,
  fields: GroupFields,
): Promise<void> {
  if (fields.name !== before.name) {
    const refusal = await renameGroup(tx, author, before.id, fields.name);
    if (refusal) throw new RefusalError(refusal);
  }
  if (fields.externalId !== before.externalId)
    await tx.update(groups).set({ externalId: fields.externalId }).where(eq(id, before.id));
  const [old, wanted] = [new Set(before.members.map(({ value }) => value)), new Set(fields.memberIds)];
  await addMembers(tx, author, before.id, {
    add: fields.memberIds.filter((userId) => !old.has(userId)),
    remove: [...old].filter((userId) => !wanted.has(userId)),
  });
}

async function addMembers(
  tx: Db,
  author: Author,
  groupId: string,
  change: { add: string[]; remove: string[] },
): Promise<void> {
  const wrong = change.add.find((userId) => !z.uuid().safeParse(userId).success);
  const unknown = wrong ?? (await changeMembers(tx, author, groupId, change))[0];
  if (unknown) throw invalid('invalid_value', `members: there is no user ${unknown}.`);
}

export async function removeScimGroup(tx: Db, author: Author, groupId: string): Promise<void> {
  await findScimGroup(tx, groupId);
  await removeGroup(tx, author, groupId);
}

export function groupResource({ id: groupId, ...group }: ScimGroup, base: string): Resource {
  return {
    schemas: [GROUP_SCHEMA],
    id: groupId,
    ...(group.externalId !== null && { externalId: group.externalId }),
    displayName: group.name,
    members: group.members.map((member) => ({
      ...member,
      $ref: `${base}/Users/${member.value}`,
      type: 'User',
    })),
    meta: {
      resourceType: 'Group',
      created: group.createdAt.toISOString(),
      lastModified: group.createdAt.toISOString(),
      location: `${base}/Groups/${groupId}`,
    },
  };
}
