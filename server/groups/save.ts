import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { GroupSource } from '../../contract/calls/groups.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { categoryReaders, documents, groupMembers, groups, searchEntries } from '../db/schema.ts';
import { found, refuse, type Refusal } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import {
  findGroupByExternalId,
  findGroupByName,
  listAccountIds,
  listGroupsOf,
  listMemberIds,
  lockGroup,
} from './queries.ts';

/** A person, or the directory of the company, which has no account. */
type Author = Pick<Actor, 'userId' | 'name'> | { userId: null; name: string };

type NewGroup = { name: string; source?: GroupSource; externalId?: string };

const nameTaken = (name: string) =>
  refuse(409, 'name_taken', `A group with the name ${name} exists already.`);

/** Returns the id of the new group. */
export async function createGroup(
  tx: Db,
  author: Author,
  { name, source = 'local', externalId }: NewGroup,
): Promise<string | Refusal> {
  if (externalId && (await findGroupByExternalId(tx, source, externalId)))
    return refuse(409, 'id_taken', `A group with the id ${externalId} exists already.`);
  const [row] = await tx
    .insert(groups)
    .values({ name, source, externalId })
    .onConflictDoNothing()
    .returning();
  if (!row) return nameTaken(name);
  await wrote(tx, author, row.id, { action: 'group.create', after: { name, source } });
  return row.id;
}

export async function renameGroup(
  tx: Db,
  author: Author,
  id: string,
  name: string,
): Promise<Refusal | undefined> {
  await holdTurn(tx, 'names of groups', '');
  const before = found(await lockGroup(tx, id), 'Group');
  const other = await findGroupByName(tx, name);
  if (other && other.id !== id) return nameTaken(name);
  await tx.update(groups).set({ name }).where(eq(groups.id, id));
  await wrote(tx, author, id, {
    action: 'group.update',
    before: { name: before.name },
    after: { name },
  });
  return undefined;
}

/** Documents that named the group keep their other readers, of whom the author is always one. */
export async function removeGroup(tx: Db, author: Author, id: string): Promise<void> {
  const { name, source } = found(await lockGroup(tx, id), 'Group');
  const memberIds = await listMemberIds(tx, id);
  await tx.delete(groups).where(eq(groups.id, id));
  const principal = `group:${id}`;
  for (const table of [documents, searchEntries, categoryReaders])
    // oxlint-disable-next-line no-await-in-loop -- One connection.
    await tx
      .update(table)
      .set({ readers: sql`array_remove(${table.readers}, ${principal})` })
      .where(sql`${table.readers} @> array[${principal}]::text[]`);
  await wrote(tx, author, id, { action: 'group.delete', before: { name, source, memberIds } });
  await publish(tx, { type: 'changed', topic: 'documents' });
}

/** Replaces the members. Refuses unknown accounts. */
export async function setMembers(
  tx: Db,
  author: Author,
  id: string,
  userIds: string[],
): Promise<Refusal | undefined> {
  found(await lockGroup(tx, id), 'Group');
  const known = await listAccountIds(tx, [...new Set(userIds)]);
  const unknown = userIds.find((userId) => !known.includes(userId));
  if (unknown) return refuse(400, 'validation_failed', `userIds: There is no account ${unknown}.`);
  const before = await listMemberIds(tx, id);
  const gone = before.filter((userId) => !known.includes(userId));
  const added = known.filter((userId) => !before.includes(userId));
  if (gone.length + added.length === 0) return undefined;
  await exchangeMembers(tx, id, { gone, added });
  await wrote(tx, author, id, {
    action: 'group.members',
    before: { memberIds: before },
    after: { memberIds: known.toSorted() },
  });
  // Their documents changed for those who came or left.
  await publish(tx, { type: 'changed', topic: 'documents' });
  return undefined;
}

/** Adds and removes members of a large group. The audit entry has only these. Returns the added ids that are no accounts. */
export async function changeMembers(
  tx: Db,
  author: Author,
  id: string,
  change: { add: string[]; remove: string[] },
): Promise<string[]> {
  found(await lockGroup(tx, id), 'Group');
  const before = new Set(await listMemberIds(tx, id));
  const known = new Set(await listAccountIds(tx, change.add));
  const added = [...known].filter((userId) => !before.has(userId));
  const gone = change.remove.filter((userId) => before.has(userId));
  if (gone.length + added.length > 0) {
    await exchangeMembers(tx, id, { gone, added });
    await wrote(tx, author, id, { action: 'group.members', before: { gone }, after: { added } });
    await publish(tx, { type: 'changed', topic: 'documents' });
  }
  return change.add.filter((userId) => !known.has(userId));
}

async function exchangeMembers(
  tx: Db,
  groupId: string,
  { gone, added }: { gone: string[]; added: string[] },
): Promise<void> {
  const areGone = and(eq(groupMembers.groupId, groupId), inArray(groupMembers.userId, gone));
  if (gone.length > 0) await tx.delete(groupMembers).where(areGone);
  if (added.length > 0)
    await tx
      .insert(groupMembers)
      .values(added.map((userId) => ({ groupId, userId })))
      .onConflictDoNothing();
}

/** Makes somebody a member of exactly these groups of a source. Groups of other sources stay. */
export async function setGroupsOf(
  tx: Db,
  author: Author,
  { id: userId, source, groupIds }: { id: string; source: GroupSource; groupIds: string[] },
): Promise<void> {
  const before = await listGroupsOf(tx, userId, source);
  const gone = before.filter((id) => !groupIds.includes(id));
  const added = [...new Set(groupIds)].filter((id) => !before.includes(id));
  if (gone.length + added.length === 0) return;
  const areTheirs = and(eq(groupMembers.userId, userId), inArray(groupMembers.groupId, gone));
  if (gone.length > 0) await tx.delete(groupMembers).where(areTheirs);
  if (added.length > 0)
    await tx
      .insert(groupMembers)
      .values(added.map((groupId) => ({ groupId, userId })))
      .onConflictDoNothing();
  const change = { before: { groupIds: before }, after: { groupIds: groupIds.toSorted() } };
  await record(tx, author, { action: 'account.groups', kind: 'account', subjectId: userId, ...change });
  await publish(tx, { type: 'changed', topic: 'accounts', id: userId });
  await publish(tx, { type: 'changed', topic: 'documents' });
}

async function wrote(
  tx: Db,
  author: Author,
  id: string,
  change: { action: AuditAction; before?: unknown; after?: unknown },
) {
  await record(tx, author, { kind: 'group', subjectId: id, ...change });
  await publish(tx, { type: 'changed', topic: 'accounts', id });
}
