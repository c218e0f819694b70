import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SearchKind } from '../../contract/search.ts';
import type { Db } from '../db/open.ts';
import { searchEntries, searchUnread } from '../db/schema.ts';
import { fold } from '../../contract/fold.ts';
import { indexedWords } from './lexemes.ts';

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
    const folded = `${foldedTitle}\n${fold(entry.body)}`;
    return { ...entry, foldedTitle, folded, ...indexedWords(entry.title, entry.body) };
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
        words: given('words'),
        length: given('length'),
        type: given('type'),
        category: given('category'),
        tags: given('tags'),
        updatedAt: given('updated_at'),
      },
    });
  await db.insert(searchUnread).values(entries.map(({ kind, id }) => ({ kind, id })));
}

export async function removeEntries(db: Db, kind: SearchKind, ids: string[]): Promise<void> {
  await db.delete(searchEntries).where(and(eq(searchEntries.kind, kind), inArray(searchEntries.id, ids)));
  await db.delete(searchUnread).where(and(eq(searchUnread.kind, kind), inArray(searchUnread.id, ids)));
}

/** Makes one row of each group of counts. Counts written meanwhile, and another node that does the same, do no harm. */
export async function addUpCounts(db: Db): Promise<void> {
  await db.execute(sql`
    with crowded as (
      select kind, type, category, tag from search_counts group by 1, 2, 3, 4 having count(*) > 1
    ), gone as (
      delete from search_counts using crowded
      where search_counts.kind = crowded.kind and search_counts.type = crowded.type
        and search_counts.category = crowded.category and search_counts.tag = crowded.tag
      returning search_counts.*
    )
    insert into search_counts (kind, type, category, tag, count)
    select kind, type, category, tag, sum(count) from gone group by 1, 2, 3, 4 having sum(count) <> 0`);
}

/** Rows that are read and written at a time. */
const PORTION = 500;

/** Makes the words of entries whose words are of an older way to read texts, or none: until then they are searched by what they have. */
export async function indexWordsOfBefore(db: Db): Promise<void> {
  await db.execute(sql`insert into ${searchUnread} select kind, id from ${searchEntries} where length < 0`);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- The next portion is what this one leaves.
    const { rows } = await db.execute<Pick<SearchEntry, 'kind' | 'id' | 'title' | 'body'>>(sql`
      select kind, id, title, body from ${searchEntries} where length < 0 order by kind, id limit ${PORTION}`);
    if (rows.length === 0) return;
    const made = rows.map(({ title, body }) => indexedWords(title, body));
    // oxlint-disable-next-line no-await-in-loop
    await db.execute(sql`
      update ${searchEntries} set words = made.words::tsvector, length = made.length
      from unnest(
        ${sql.param(rows.map(({ kind }) => kind))}::text[], ${sql.param(rows.map(({ id }) => id))}::uuid[],
        ${sql.param(made.map(({ words }) => words))}::text[], ${sql.param(made.map(({ length }) => length))}::int[]
      ) as made(kind, id, words, length)
      where search_entries.kind = made.kind and search_entries.id = made.id and search_entries.length < 0`);
  }
}
