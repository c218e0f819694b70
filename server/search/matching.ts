import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { UNCATEGORIZED } from '../../contract/documents.ts';
import type { SearchKind } from '../../contract/search.ts';
import { searchCounts as counts, searchEntries as entries } from '../db/schema.ts';
import { containing } from './fold.ts';

export type SearchFilters = {
  type?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
};

/** Those without a category and those that say so themselves; written as its index is. */
export const categoryOf = sql`coalesce(${entries.category}, ${sql.raw(`'${UNCATEGORIZED}'`)})`;

export function conditionsOf(
  kinds: SearchKind[],
  terms: string[],
  { type, category, tag }: SearchFilters,
): SQL | undefined {
  return and(
    inArray(entries.kind, kinds),
    ...terms.map((term) => sql`${entries.folded} like ${containing(term)}`),
    type === undefined ? undefined : eq(entries.type, type),
    category === undefined ? undefined : sql`${categoryOf} = ${category}`,
    tag === undefined ? undefined : sql`${entries.tags} @> array[${tag}]::text[]`,
  );
}

/** The counts that together count each thing once, or once for each tag it has. */
export const countsOf = (
  kinds: SearchKind[],
  { type, category, tag = '' }: SearchFilters,
  each: 'thing' | 'tag' = 'thing',
) =>
  and(
    inArray(counts.kind, kinds),
    each === 'thing' ? eq(counts.tag, tag) : ne(counts.tag, ''),
    type === undefined ? undefined : eq(counts.type, type),
    category === undefined ? undefined : eq(counts.category, category),
  );
