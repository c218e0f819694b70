import type { Reader } from '../actor.ts';
import { and, count, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { DraftFields, MAX_DRAFTS, type Draft, type DraftInput } from '../../contract/calls/drafts.ts';
import { objectIdsIn } from '../../contract/calls/objects.ts';
import { leadsToOpen } from '../access/may-read.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { drafts } from '../db/schema.ts';
import { refuse, type Refusal } from '../http/errors.ts';
import { touchObjects } from '../objects/queries.ts';

/**
 * Unsaved text. Drafts are saved every few seconds and affect nobody else, so there is no audit entry and no event.
 * Every query includes the writer, so that nobody reads another person's draft.
 */

/** Days after which an abandoned draft is deleted. */
const KEPT_DAYS = 90;

type Row = typeof drafts.$inferSelect;

const own = (userId: string, key: string) => and(eq(drafts.userId, userId), eq(drafts.key, key));

type Writer = Reader & { userId: string };

/** The page of the document of a draft. A draft holds the text of a document, so it closes with it. */
const page = sql`'/knowledge-base/' || ${drafts.key}`;

const asDraft = (row: Row): Draft => ({
  fields: DraftFields.parse(row.fields),
  version: row.version,
  savedAt: row.savedAt.toISOString(),
});

export async function findDraft(
  db: Db,
  { userId, ...reader }: Writer,
  key: string,
): Promise<Draft | undefined> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(and(own(userId, key), leadsToOpen(reader, page)));
  return row && asDraft(row);
}

export async function listDrafts(db: Db, { userId, ...reader }: Writer) {
  const { key, version, savedAt } = drafts;
  const rows = await db
    .select({ key, version, savedAt })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), leadsToOpen(reader, page)))
    .orderBy(desc(savedAt), desc(key));
  return rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() }));
}

export async function keepDraft(
  tx: Db,
  userId: string,
  key: string,
  { fields, version }: z.output<typeof DraftInput>,
): Promise<Draft | Refusal> {
  await holdTurn(tx, 'drafts', userId);
  const [others] = await tx
    .select({ n: count() })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), ne(drafts.key, key)));
  if ((others?.n ?? 0) >= MAX_DRAFTS) {
    return refuse(
      413,
      'too_many_drafts',
      `There are ${MAX_DRAFTS} drafts already. Save or discard some first.`,
    );
  }
  const kept = { fields, version, savedAt: sql`now()` };
  const [row] = await tx
    .insert(drafts)
    .values({ userId, key, ...kept })
    .onConflictDoUpdate({ target: [drafts.userId, drafts.key], set: kept })
    .returning();
  await touchObjects(tx, objectIdsIn(fields.content ?? ''));
  return asDraft(row as Row);
}

/** With `savedAt`, removes only the copy saved at that time. */
export async function removeDraft(tx: Db, userId: string, key: string, savedAt?: string): Promise<void> {
  const isThatCopy = savedAt === undefined ? undefined : eq(drafts.savedAt, new Date(savedAt));
  await tx.delete(drafts).where(and(own(userId, key), isThatCopy));
}

export async function removeOldDrafts(db: Db): Promise<void> {
  await db.delete(drafts).where(lt(drafts.savedAt, sql`now() - ${KEPT_DAYS} * interval '1 day'`));
}
