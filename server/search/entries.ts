import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { SearchKind } from '../../contract/calls/search.ts';
import type { Db } from '../db/open.ts';
import { insertsInto } from '../db/prepared.ts';
import { searchEntries } from '../db/schema.ts';
import { threadForLongTexts } from '../work/separate-thread.ts';
import { indexedTexts } from './indexed-texts.ts';

/** The searchable text and attributes of one item. The text is plain, without markup. */
export type SearchEntry = {
  kind: SearchKind;
  id: string;
  title: string;
  /** The text that snippets show. */
  body: string;
  /** More text that finds the item but is not part of its body, such as tags. */
  alsoFoundBy?: string;
  type: string | null;
  category: string | null;
  tags: string[];
  /** Of a document. Everybody may read servers and members. */
  readers?: string[] | null;
  updatedAt: Date;
};

/** The words of a million characters take a second. */
const indexed = threadForLongTexts(
  new URL('indexed-texts.ts', import.meta.url),
  { indexedTexts },
  {
    short: 100_000,
    longestMs: 30_000,
    mostWaiting: 50,
  },
);

/** Adds or updates the search entries of items. Runs in the transaction that writes the items. */
export async function indexEntries(db: Db, entries: SearchEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = await Promise.all(
    entries.map(async ({ alsoFoundBy = '', ...entry }) => ({
      ...entry,
      ...(await indexed('indexedTexts', entry.body.length + alsoFoundBy.length, { ...entry, alsoFoundBy })),
    })),
  );
  await upsertEntries(db, rows);
}

const given = (column: string) => sql.raw(`excluded.${column}`);
const upsertEntries = insertsInto(
  searchEntries,
  [
    'kind',
    'id',
    'title',
    'body',
    'foldedTitle',
    'folded',
    'words',
    'pieces',
    'length',
    'type',
    'category',
    'tags',
    'readers',
    'updatedAt',
  ],
  (insert) =>
    insert.onConflictDoUpdate({
      target: [searchEntries.kind, searchEntries.id],
      set: {
        title: given('title'),
        body: given('body'),
        foldedTitle: given('folded_title'),
        folded: given('folded'),
        words: given('words'),
        pieces: given('pieces'),
        length: given('length'),
        type: given('type'),
        category: given('category'),
        tags: given('tags'),
        readers: given('readers'),
        updatedAt: given('updated_at'),
      },
    }),
);

export async function removeEntries(db: Db, kind: SearchKind, ids: string[]): Promise<void> {
  await db.delete(searchEntries).where(and(eq(searchEntries.kind, kind), inArray(searchEntries.id, ids)));
}

/** Entries that one transaction rebuilds. */
const PORTION = 200;

/** Reads items of one kind and builds their entries. Deleted items and items in the bin have none. */
export type EntryReader = (tx: Db, ids: string[]) => Promise<SearchEntry[]>;

/** Rebuilds the entries of an older version of the product. Migrations mark them with a negative length. */
export async function renewEntries(db: Db, readers: Record<SearchKind, EntryReader>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- Each portion starts where the last one ended.
  while (await renewPortion(db, readers));
}

const renewPortion = (db: Db, readers: Record<SearchKind, EntryReader>): Promise<boolean> =>
  db.transaction(async (tx) => {
    // The lock makes a concurrent save wait, so that its newer entry is written last.
    const rows = await tx
      .select({ kind: searchEntries.kind, id: searchEntries.id })
      .from(searchEntries)
      .where(lt(searchEntries.length, 0))
      .orderBy(searchEntries.kind, searchEntries.id)
      .limit(PORTION)
      .for('update', { skipLocked: true });
    for (const kind of SearchKind.options) {
      const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id);
      if (ids.length === 0) continue;
      // oxlint-disable-next-line no-await-in-loop -- One connection.
      const entries = await readers[kind](tx, ids);
      const kept = new Set(entries.map(({ id }) => id));
      // oxlint-disable-next-line no-await-in-loop
      await removeEntries(
        tx,
        kind,
        ids.filter((id) => !kept.has(id)),
      );
      // oxlint-disable-next-line no-await-in-loop
      await indexEntries(tx, entries);
    }
    return rows.length > 0;
  });
