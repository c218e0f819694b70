import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { NewTeamMember, TeamMemberChange } from '../../contract/calls/team.ts';
import type { Actor } from '../actor.ts';
import { changedFields, record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { teamMembers } from '../db/schema.ts';
import { found, refuse, type Refusal, refuseField } from '../http/errors.ts';
import { isOwnPicture } from '../objects/queries.ts';
import { removeEntries } from '../search/entries.ts';
import {
  findMemberByEmail,
  insertMember,
  lockMember,
  markRemoved,
  restoreMember,
  announceMember,
  type MemberRow,
} from './queries.ts';

type Change = z.output<typeof TeamMemberChange>;

const emailTaken = (email: string) =>
  refuse(409, 'email_taken', `A team member with the e-mail ${email} exists already.`);

/** Returns the new member's id. */
export async function createMember(
  tx: Db,
  actor: Actor,
  input: z.output<typeof NewTeamMember>,
): Promise<string | Refusal> {
  const row = await insertMember(tx, given(input));
  if (!row) return emailTaken(input.email);
  await wrote(tx, actor, row, { action: 'member.create', after: fieldsOfMember(row) });
  return row.id;
}

export async function updateMember(
  tx: Db,
  actor: Actor,
  id: string,
  change: Change,
): Promise<Refusal | undefined> {
  const before = found(await lockMember(tx, id), 'Team member');
  if (change.email && change.email !== before.email && (await findMemberByEmail(tx, change.email)))
    return emailTaken(change.email);
  const picture = change.profileImageUrl;
  if (picture && picture !== before.profileImageUrl && !(await isOwnPicture(tx, picture, actor))) {
    return refuseField('profileImageUrl', 'Choose a picture that you uploaded');
  }
  const [row] = await tx
    .update(teamMembers)
    .set({ ...given(change), updatedAt: sql`now()` })
    .where(eq(teamMembers.id, id))
    .returning();
  const after = found(row, 'Team member');
  await wrote(tx, actor, after, {
    action: 'member.update',
    ...changedFields(fieldsOfMember(before), fieldsOfMember(after)),
  });
  return undefined;
}

export async function removeMember(tx: Db, actor: Actor, id: string): Promise<void> {
  const row = found(await lockMember(tx, id), 'Team member');
  await markRemoved(tx, id);
  await wrote(tx, actor, row, { action: 'member.delete', before: fieldsOfMember(row) });
  await removeEntries(tx, 'member', [id]);
}

/** Refuses with 404 when the member was not removed or too long ago, and with 409 when the address is taken by now. */
export async function undeleteMember(tx: Db, actor: Actor, id: string): Promise<Refusal | undefined> {
  const [removed] = await tx.select().from(teamMembers).where(eq(teamMembers.id, id)).for('update');
  const { email } = found(removed, 'Team member');
  if (await findMemberByEmail(tx, email)) return emailTaken(email);
  const row = found(await restoreMember(tx, id), 'Team member');
  await wrote(tx, actor, row, { action: 'member.undelete' });
  return undefined;
}

/** Removes missing fields, which keep their value. */
const given = <T extends object>(input: T) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

export const fieldsOfMember = ({ name, email, role, department, status, profileImageUrl }: MemberRow) => ({
  name,
  email,
  role,
  department,
  status,
  profileImageUrl,
});

/** Side effects of every write of a member. */
async function wrote(
  tx: Db,
  actor: Actor,
  row: MemberRow,
  change: { action: AuditAction; before?: unknown; after?: unknown },
) {
  await announceMember(tx, row);
  await record(tx, actor, { kind: 'member', subjectId: row.id, ...change });
}
