import { and, inArray } from 'drizzle-orm';
import { typeOf } from '../../contract/documents.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import type { SearchEntry } from '../search/entries.ts';
import { plainText, readText } from '../text/reader-text.ts';

/** The search entry of a document. `content` is the document's, already read. */
export function searchEntryOf(
  row: typeof documents.$inferSelect,
  content = readText(row.content),
): SearchEntry {
  const { text, addresses } = content;
  const excerpt = row.excerpt ? plainText(row.excerpt) : '';
  return {
    kind: 'document',
    id: row.id,
    title: row.title,
    body: [excerpt, text].filter(Boolean).join('\n'),
    alsoFoundBy: [row.category, row.technology, ...row.tags, ...addresses].filter(Boolean).join('\n'),
    type: typeOf(row.templateType),
    category: row.category,
    tags: row.tags,
    updatedAt: row.updatedAt,
  };
}

/** Search entries of these documents, except those in the bin. */
export async function documentEntries(tx: Db, ids: string[]): Promise<SearchEntry[]> {
  const rows = await tx
    .select()
    .from(documents)
    .where(and(inArray(documents.id, ids), notInBin(documents)));
  return rows.map((row) => searchEntryOf(row));
}
