import { and, sql, type SQL } from 'drizzle-orm';
import { UNCATEGORIZED, type Facet, type Facets } from '../../contract/documents.ts';
import type { SearchKind } from '../../contract/search.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { searchCounts as counts, searchEntries as entries } from '../db/schema.ts';
import { allowed, categoryOf, countsOf, holdsAll, isBlank, type SearchFilters } from './matching.ts';
import { readSearchWords, type SearchWords } from '../../contract/search-words.ts';

/** Values of one filter that are told; the first of them by name. */
const MOST = 1_000;

/**
 * How many things there are by type, category and tag. Each count leaves out the filter of its own kind, since that is
 * what choosing another value would give. Without words it is read from the table of counts.
 */
export async function countFacets(
  db: Db,
  kind: SearchKind,
  { type, category, tag }: SearchFilters,
  { q = '', timeZone }: { q?: string | undefined; timeZone?: string | undefined },
): Promise<Facets> {
  const wanted = readSearchWords(q, timeZone);
  const rowsOf = isBlank(wanted) ? countedRows(kind) : matchingRows(kind, wanted);
  const count = async (of: keyof SearchFilters, filters: SearchFilters): Promise<Facet[]> => {
    const { rows } = await db.execute<Facet>(sql`
      select value, sum(n)::int as count from (${rowsOf(of, filters)}) as counted
      group by value having sum(n) > 0 order by ${byName(sql`value`)} limit ${MOST}`);
    return rows;
  };
  return {
    types: await count('type', { category, tag }),
    categories: uncategorizedLast(await count('category', { type, tag })),
    tags: await count('tag', { type, category }),
  };
}

type RowsOf = (of: keyof SearchFilters, filters: SearchFilters) => SQL;

const countedRows =
  (kind: SearchKind): RowsOf =>
  (of, filters) =>
    of === 'tag'
      ? sql`select ${counts.tag} as value, ${counts.count} as n from ${counts} where ${countsOf([kind], filters, 'tag')}`
      : sql`select ${counts[of]} as value, ${counts.count} as n from ${counts} where ${countsOf([kind], filters)}`;

const matchingRows =
  (kind: SearchKind, wanted: SearchWords): RowsOf =>
  (of, filters) => {
    const matching = and(allowed([kind], wanted, filters), holdsAll(wanted.typed));
    if (of === 'tag')
      return sql`select tag as value, 1 as n from ${entries} cross join lateral unnest(${entries.tags}) as tag where ${matching}`;
    const value = of === 'type' ? entries.type : categoryOf;
    return sql`select ${value} as value, 1 as n from ${entries} where ${matching}`;
  };

const uncategorizedLast = (facets: Facet[]): Facet[] => [
  ...facets.filter(({ value }) => value !== UNCATEGORIZED),
  ...facets.filter(({ value }) => value === UNCATEGORIZED),
];
