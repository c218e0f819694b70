import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { GroupSource } from '../../contract/calls/groups.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { documents, groupMembers, groups, searchEntries } from '../db/schema.ts';
import { found, refuse, type Refusal } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import {
  findGroupByExternalId,
  findGroupByName,
  listAccountIds,
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
  for (const table of [documents, searchEntries])
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
  if (gone.length > 0)
    await tx
      .delete(groupMembers)
      .where(and(eq(groupMembers.groupId, id), inArray(groupMembers.userId, gone)));
  if (added.length > 0)
    await tx
      .insert(groupMembers)
      .values(added.map((userId) => ({ groupId: id, userId })))
      .onConflictDoNothing();
  await wrote(tx, author, id, {
    action: 'group.members',
    before: { memberIds: before },
    after: { memberIds: known.toSorted() },
  });
  // Their documents changed for those who came or left.
  await publish(tx, { type: 'changed', topic: 'documents' });
  return undefined;
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
