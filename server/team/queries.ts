import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { TeamMember } from '../../contract/calls/team.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { teamMembers, users } from '../db/schema.ts';
import { publish } from '../live/publish.ts';
import { indexEntries, type SearchEntry } from '../search/entries.ts';

export type MemberRow = typeof teamMembers.$inferSelect;

/** Longer than any undo message stays open. */
const UNDO = sql`interval '10 minutes'`;

/** Last activity of the account with the same e-mail, or the imported one if it is newer. */
const lastActive = sql<string | null>`greatest(${teamMembers.lastActive}, ${users.lastActiveAt})`;

const select = (db: Db) =>
  db
    .select({ member: teamMembers, lastActive, picture: users.profileImageUrl })
    .from(teamMembers)
    .leftJoin(users, eq(users.email, teamMembers.email));

type Joined = { member: MemberRow; lastActive: string | null; picture: string | null };

const asMember = ({ member, lastActive: seen, picture }: Joined): TeamMember => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: member.role,
  department: member.department,
  profileImageUrl: member.profileImageUrl ?? picture,
  status: member.status,
  lastActive: seen ? new Date(seen).toISOString() : null,
  createdAt: member.createdAt.toISOString(),
  updatedAt: member.updatedAt.toISOString(),
});

export async function listMembers(db: Db): Promise<TeamMember[]> {
  const rows = await select(db)
    .where(isNull(teamMembers.deletedAt))
    .orderBy(byName(teamMembers.name), asc(teamMembers.id));
  return rows.map(asMember);
}

export async function findMember(db: Db, id: string): Promise<TeamMember | undefined> {
  const [row] = await select(db).where(and(eq(teamMembers.id, id), isNull(teamMembers.deletedAt)));
  return row && asMember(row);
}

/** Reads the row and locks it until the transaction ends. */
export async function lockMember(tx: Db, id: string): Promise<MemberRow | undefined> {
  const own = and(eq(teamMembers.id, id), isNull(teamMembers.deletedAt));
  return (await tx.select().from(teamMembers).where(own).for('update'))[0];
}

export async function findMemberByEmail(db: Db, email: string): Promise<MemberRow | undefined> {
  const same = and(eq(teamMembers.email, email), isNull(teamMembers.deletedAt));
  return (await db.select().from(teamMembers).where(same))[0];
}

/** Returns undefined when a member has this address already. */
export async function insertMember(
  tx: Db,
  member: Pick<MemberRow, 'name' | 'email' | 'role'> & Partial<Pick<MemberRow, 'department' | 'status'>>,
): Promise<MemberRow | undefined> {
  return (await tx.insert(teamMembers).values(member).onConflictDoNothing().returning())[0];
}

export async function markRemoved(tx: Db, id: string): Promise<void> {
  await tx
    .update(teamMembers)
    .set({ deletedAt: sql`now()` })
    .where(eq(teamMembers.id, id));
}

/** Returns undefined when the member was not removed, or too long ago. */
export async function restoreMember(tx: Db, id: string): Promise<MemberRow | undefined> {
  const [row] = await tx
    .update(teamMembers)
    .set({ deletedAt: null })
    .where(and(eq(teamMembers.id, id), gt(teamMembers.deletedAt, sql`now() - ${UNDO}`)))
    .returning();
  return row;
}

/** Deletes removed members whose undo has expired. */
export async function forgetRemovedMembers(db: Db): Promise<void> {
  await db.delete(teamMembers).where(lt(teamMembers.deletedAt, sql`now() - ${UNDO}`));
}

/** Adds an invited person to the directory; an existing member stays unchanged. */
export async function addInvitedMember(
  tx: Db,
  person: Pick<MemberRow, 'name' | 'email' | 'role' | 'department'>,
): Promise<void> {
  const { name, email, role, department } = person;
  const row = await insertMember(tx, { name, email, role, department });
  if (row) await announceMember(tx, row);
}

/** Updates the search entry of a member and notifies the screens. */
export async function announceMember(tx: Db, row: MemberRow): Promise<void> {
  await indexEntries(tx, [searchEntryOf(row)]);
  await publish(tx, { type: 'changed', topic: 'team', id: row.id });
}

const searchEntryOf = (row: MemberRow): SearchEntry => ({
  kind: 'member',
  id: row.id,
  title: row.name,
  body: [row.email, row.role, row.department].filter(Boolean).join('\n'),
  type: null,
  category: row.department,
  tags: [],
  updatedAt: row.updatedAt,
});

/** Search entries of these members, except removed ones. */
export async function memberEntries(tx: Db, ids: string[]): Promise<SearchEntry[]> {
  const rows = await tx
    .select()
    .from(teamMembers)
    .where(and(inArray(teamMembers.id, ids), isNull(teamMembers.deletedAt)));
  return rows.map(searchEntryOf);
}
