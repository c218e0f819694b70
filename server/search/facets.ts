import type { Reader } from '../actor.ts';
import { and, sql, type SQL } from 'drizzle-orm';
import { UNCATEGORIZED, type Facet, type Facets } from '../../contract/calls/documents.ts';
import type { SearchKind } from '../../contract/calls/search.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { searchEntries as entries } from '../db/schema.ts';
import { countsFor } from './counts.ts';
import { allowed, categoryOf, holdsAll, isBlank, type SearchFilters } from './matching.ts';
import { readSearchWords } from '../../contract/shared/search-words.ts';

/** Values of one filter that are returned, in order of name. */
const MOST = 1_000;

/**
 * Counts items by type, category and tag. Each count ignores the filter of its own column, so it shows what another value of
 * that filter would give. Without search words it reads the tables of counts.
 */
export async function countFacets(
  db: Db,
  kind: SearchKind,
  filters: SearchFilters,
  { q = '', timeZone, reader }: { q?: string | undefined; timeZone?: string | undefined; reader: Reader },
): Promise<Facets> {
  const searchQuery = readSearchWords(q, timeZone);
  const facets = isBlank(searchQuery)
    ? together((column) => countsFor(reader, [kind], filters, column))
    : matching(
        filters,
        and(allowed([kind], reader, searchQuery), holdsAll(searchQuery.typed, searchQuery.quoted)),
      );
  const { rows } = await db.execute<Facet & { of: Column }>(facets);
  const of = (column: Column) =>
    rows.filter((row) => row.of === column).map(({ value, count }) => ({ value, count }));
  return { types: of('type'), categories: uncategorizedLast(of('category')), tags: of('tag') };
}

type Column = keyof SearchFilters;
const COLUMNS = ['type', 'category', 'tag'] as const;

/** Counts all three columns in one query. `rowsOf` selects the values of a column, each with a number. */
const together = (rowsOf: (column: Column) => SQL): SQL =>
  sql.join(
    COLUMNS.map(
      (column) => sql`(
        select ${column}::text as of, value, sum(n)::int as count from (${rowsOf(column)}) as counted
        group by value having sum(n) > 0 order by ${byName(sql`value`)} limit ${MOST})`,
    ),
    sql` union all `,
  );

/** Searches the texts once for all three counts. */
function matching(filters: SearchFilters, condition: SQL | undefined): SQL {
  const conditions: Record<Column, SQL | undefined> = {
    type: filters.type === undefined ? undefined : sql`type = ${filters.type}`,
    category: filters.category === undefined ? undefined : sql`category = ${filters.category}`,
    tag: filters.tag === undefined ? undefined : sql`tags @> array[${filters.tag}]::text[]`,
  };
  const facets = together((column) => {
    const others = and(...COLUMNS.filter((other) => other !== column).map((other) => conditions[other]));
    const rows = sql`matching where ${others ?? sql`true`}`;
    return column === 'tag'
      ? sql`select tag as value, 1 as n from (select unnest(tags) as tag from ${rows}) as tagged`
      : sql`select ${sql.raw(column)}::text as value, 1 as n from ${rows}`;
  });
  return sql`
    with matching as materialized (
      select ${entries.type}, ${categoryOf} as category, ${entries.tags} from ${entries}
      where ${condition ?? sql`true`})
    ${facets}`;
}

const uncategorizedLast = (facets: Facet[]): Facet[] => [
  ...facets.filter(({ value }) => value !== UNCATEGORIZED),
  ...facets.filter(({ value }) => value === UNCATEGORIZED),
];
