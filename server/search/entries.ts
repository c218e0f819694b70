import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SearchKind } from '../../contract/search.ts';
import type { Db } from '../db/open.ts';
import { searchEntries } from '../db/schema.ts';
import { fold } from './fold.ts';

/** What can be found of a thing. `body` is everything beside the title that a word may match. */
export type SearchEntry = {
  kind: SearchKind;
  id: string;
  title: string;
  body: string;
  type: string | null;
  category: string | null;
  tags: string[];
  updatedAt: Date;
};

/** Makes things findable, or findable as they are now; in the transaction that writes them. */
export async function indexEntries(db: Db, entries: SearchEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => {
    const foldedTitle = fold(entry.title);
    return { ...entry, foldedTitle, folded: `${foldedTitle}\n${fold(entry.body)}` };
  });
  const given = (column: string) => sql.raw(`excluded.${column}`);
  await db
    .insert(searchEntries)
    .values(rows)
    .onConflictDoUpdate({
      target: [searchEntries.kind, searchEntries.id],
      set: {
        title: given('title'),
        body: given('body'),
        foldedTitle: given('folded_title'),
        folded: given('folded'),
        type: given('type'),
        category: given('category'),
        tags: given('tags'),
        updatedAt: given('updated_at'),
      },
    });
}

export async function removeEntries(db: Db, kind: SearchKind, ids: string[]): Promise<void> {
  await db.delete(searchEntries).where(and(eq(searchEntries.kind, kind), inArray(searchEntries.id, ids)));
}
