import { and, inArray } from 'drizzle-orm';
import { typeOf } from '../../contract/shared/document-words.ts';
import { objectIdsIn } from '../../contract/calls/objects.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import { wordsOfFiles } from '../objects/queries.ts';
import { indexEntries, type SearchEntry } from '../search/entries.ts';
import { plainText, readText, type ReaderText } from '../text/markdown/reader-text.ts';

const SUMMARY_LENGTH = 240;

/**
 * The text of a card on one line: the excerpt, else the beginning of `text`, which is the content without markup. A heading
 * that repeats the title is left out.
 */
export function summaryOf(
  { title, excerpt }: Pick<typeof documents.$inferSelect, 'title' | 'excerpt'>,
  text: string,
): string {
  const whole = excerpt
    ? plainText(excerpt)
    : text
        .slice(0, 10 * SUMMARY_LENGTH)
        .replace(/\s+/g, ' ')
        .trim();
  const isTitled = whole.toLowerCase().startsWith(title.toLowerCase());
  const body = isTitled ? whole.slice(title.length).trim() : whole;
  return body.length > SUMMARY_LENGTH ? `${body.slice(0, SUMMARY_LENGTH).trimEnd()}…` : body;
}

/** Characters of all files of a document that find it. */
const MOST_OF_FILES = 300_000;

type Row = typeof documents.$inferSelect;

async function searchEntriesOf(
  tx: Db,
  rows: Row[],
  texts = rows.map(({ content }) => readText(content)),
): Promise<SearchEntry[]> {
  const uses = rows.map(({ id, content }) => ({ documentId: id, objectIds: objectIdsIn(content) }));
  const ofFiles = await wordsOfFiles(tx, uses);
  return rows.map((row, n) => {
    const { text = '', addresses = [], languages = [] } = texts[n] ?? {};
    const inFiles = (ofFiles.get(row.id) ?? []).join('\n').slice(0, MOST_OF_FILES);
    const excerpt = row.excerpt ? plainText(row.excerpt) : '';
    return {
      kind: 'document',
      id: row.id,
      title: row.title,
      body: [excerpt, text].filter(Boolean).join('\n'),
      alsoFoundBy: [row.category, row.technology, ...row.tags, ...languages, ...addresses, inFiles]
        .filter(Boolean)
        .join('\n'),
      type: typeOf(row.templateType),
      category: row.category,
      tags: row.tags,
      readers: row.readers,
      updatedAt: row.updatedAt,
    };
  });
}

/**
 * Adds or updates the search entries of documents, after what they use was noted. `texts` are their contents, already read.
 */
export const indexDocuments = async (tx: Db, rows: Row[], texts?: ReaderText[]): Promise<void> =>
  indexEntries(tx, await searchEntriesOf(tx, rows, texts));

/** Search entries of these documents, except those in the bin. */
export async function documentEntries(tx: Db, ids: string[]): Promise<SearchEntry[]> {
  const rows = await tx
    .select()
    .from(documents)
    .where(and(inArray(documents.id, ids), notInBin(documents)));
  return searchEntriesOf(tx, rows);
}
