import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { SearchKind } from '../../contract/calls/search.ts';
import { countsShare, type QueryReader } from '../access/may-read.ts';
import { restrictedCounts, searchCounts } from '../db/schema.ts';
import type { SearchFilters } from './matching.ts';

/** Values in the tables of counts for any type, any category, and items regardless of their tags. */
const ANY = { type: '*', category: '', tag: '' };

/**
 * Selects the counts that together count each item once. With `by`, they count it once for each of its values in that
 * column.
 */
export const countsOf = (
  counts: typeof searchCounts | typeof restrictedCounts,
  kinds: SearchKind[],
  filters: SearchFilters,
  by?: keyof SearchFilters,
): SQL | undefined =>
  and(
    inArray(counts.kind, kinds),
    ...(['type', 'category', 'tag'] as const).map((column) =>
      column === by ? ne(counts[column], ANY[column]) : eq(counts[column], filters[column] ?? ANY[column]),
    ),
  );

/** Selects `n`, the counts of items that the reader may read, and with `by` their `value` in that column. */
export function countsFor(
  reader: QueryReader,
  kinds: SearchKind[],
  filters: SearchFilters,
  by?: keyof SearchFilters,
): SQL {
  const value = (counts: typeof searchCounts | typeof restrictedCounts) =>
    by === undefined ? sql`` : sql`${counts[by]}::text as value, `;
  const { share, readers } = restrictedCounts;
  return sql`
    select ${value(searchCounts)}${searchCounts.count} as n from ${searchCounts}
      where ${countsOf(searchCounts, kinds, filters, by)}
    union all select ${value(restrictedCounts)}${restrictedCounts.count} from ${restrictedCounts}
      where ${countsOf(restrictedCounts, kinds, filters, by)} and ${share} = any(array(
        select distinct ${share} from ${restrictedCounts}
        where ${readers} <> '{}' and ${countsShare(reader, restrictedCounts)}))`;
}
