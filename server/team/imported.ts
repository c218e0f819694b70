import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { removeImported, type ImportedRow } from '../db/imported-rows.ts';
import type { Db } from '../db/open.ts';
import { teamMembers } from '../db/schema.ts';
import { lockMember, announceMember, type MemberRow } from './queries.ts';
import { fieldsOfMember, removeMember } from './save.ts';

/** Imports members of another Ops Hub with their ids and times, and undoes that. */

export type ImportedMember = Omit<MemberRow, 'deletedAt'>;

export async function insertMembers(
  tx: Db,
  actor: Actor,
  imported: ImportedMember[],
): Promise<ImportedRow[]> {
  if (imported.length === 0) return [];
  const made = await tx.insert(teamMembers).values(imported).onConflictDoNothing().returning();
  for (const row of made) await announceMember(tx, row);
  const events = made.map((row) => ({
    action: 'member.create' as const,
    kind: 'member',
    subjectId: row.id,
    after: fieldsOfMember(row),
  }));
  await record(tx, actor, ...events);
  return made.map((row) => ({ id: row.id, digest: digestOf(row) }));
}

const digestOf = (row: MemberRow): string =>
  createHash('sha256')
    .update(JSON.stringify(fieldsOfMember(row)))
    .digest('base64url');

/** Members by e-mail address. */
export const membersByEmail = async (db: Db, emails: string[]): Promise<Map<string, MemberRow>> => {
  const rows = await db.select().from(teamMembers).where(inArray(teamMembers.email, emails));
  return new Map(rows.filter(({ deletedAt }) => deletedAt === null).map((row) => [row.email, row]));
};

/** Fields that differ from the imported member. */
export const differencesOfMember = (here: MemberRow, coming: ImportedMember): string[] => {
  const [before, after] = [fieldsOfMember(here), fieldsOfMember({ ...coming, deletedAt: null })];
  return (Object.keys(before) as (keyof typeof before)[]).filter((field) => before[field] !== after[field]);
};

/** Removes members, following the rules of `removeImported`. */
export const removeImportedMembers = (
  tx: Db,
  actor: Actor,
  rows: ImportedRow[],
  options: { includeChanged: boolean },
) =>
  removeImported(rows, options, {
    lock: (id) => lockMember(tx, id),
    digestOf: digestOf,
    remove: (id) => removeMember(tx, actor, id),
  });
