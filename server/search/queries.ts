import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import * as z from 'zod';
import type { Facet } from '../../contract/documents.ts';
import { UNCATEGORIZED } from '../../contract/documents.ts';
import type { SearchKind } from '../../contract/search.ts';
import { decodeCursor, encodeCursor, PositionInstant } from '../cursor.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { searchEntries as entries } from '../db/schema.ts';
import { asWhole, containing, fold, termsOf } from './fold.ts';

/** For features that filter texts of their own as a search does. */
export { containing, fold };

export type SearchFilters = {
  type?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
};

export type SearchRequest = {
  /** Every word of it must be there; blank finds everything, newest first. */
  q?: string | undefined;
  kinds: SearchKind[];
  filters?: SearchFilters;
  /** Everything where it is left out. */
  limit?: number | undefined;
  cursor?: string | undefined;
};

export type Found = { kind: SearchKind; id: string; score: number };

/**
 * Finds things of any kind, best match first; the newer of two equal ones first. Everything that holds all words is
 * found, so `total` is exact. This is the only place that reads the search table.
 */
export async function search(db: Db, request: SearchRequest) {
  const terms = termsOf(request.q ?? '');
  const matching = conditionsOf(request.kinds, terms, request.filters ?? {});
  const [{ total } = { total: 0 }] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(entries)
    .where(matching);
  const ranked = db
    .select({
      kind: entries.kind,
      id: entries.id,
      score: sql<number>`round((${scoreOf(terms)})::numeric, 4)::float8`.as('score'),
      updatedAt: sql<string>`${entries.updatedAt}`.as('updated'),
    })
    .from(entries)
    .where(matching)
    .as('ranked');
  const rows = await db
    .select()
    .from(ranked)
    .where(request.cursor ? afterCursor(request.cursor) : undefined)
    .orderBy(sql`score desc, updated desc, id desc`)
    .limit(request.limit === undefined ? 1_000_000 : request.limit + 1);
  const hits = rows.slice(0, request.limit);
  const last = rows.length > hits.length ? hits.at(-1) : undefined;
  return {
    hits: hits.map(({ kind, id, score }): Found => ({ kind: kind as SearchKind, id, score })),
    total,
    nextCursor: last && encodeCursor([last.score, new Date(last.updatedAt).toISOString(), last.id]),
  };
}

/** Score, time of the last change and id of the last hit. */
const Position = z.tuple([z.number(), PositionInstant, z.uuid()]);

function afterCursor(cursor: string): SQL {
  const [score, updated, id] = decodeCursor(cursor, Position);
  return sql`(score, updated, id) < (${score}::float8, ${updated}::timestamptz, ${id}::uuid)`;
}

function conditionsOf(
  kinds: SearchKind[],
  terms: string[],
  { type, category, tag }: SearchFilters,
): SQL | undefined {
  return and(
    inArray(entries.kind, kinds),
    ...terms.map((term) => sql`${entries.folded} like ${containing(term)}`),
    type === undefined ? undefined : eq(entries.type, type),
    category === undefined ? undefined : isCategory(category),
    tag === undefined ? undefined : sql`${entries.tags} @> array[${tag}]::text[]`,
  );
}

/** A document may also say so itself, and is counted with those that have none. */
const isCategory = (category: string) =>
  category === UNCATEGORIZED
    ? or(isNull(entries.category), eq(entries.category, UNCATEGORIZED))
    : eq(entries.category, category);

/**
 * A title counts more than a text, a whole word or identifier more than a part of one, and a word that a short text
 * repeats more than one that a long text mentions.
 */
function scoreOf(terms: string[]): SQL {
  if (terms.length === 0) return sql`0`;
  const phrase = terms.join(' ');
  const points = (condition: SQL, value: number) =>
    sql`(case when ${condition} then ${value}::float8 else 0 end)`;
  const parts = [
    points(sql`${entries.foldedTitle} = ${phrase}`, 100),
    points(sql`${entries.foldedTitle} like ${containing(phrase)}`, 30),
    points(sql`${entries.foldedTitle} ~ ${asWhole(phrase)}`, 20),
    points(sql`${entries.folded} like ${containing(phrase)}`, 4),
    points(sql`${entries.folded} ~ ${asWhole(phrase)}`, 8),
    ...terms.map((term) => points(sql`${entries.foldedTitle} like ${containing(term)}`, 10)),
    ...terms.map(density),
  ];
  return sql.join(parts, sql` + `);
}

const density = (term: string) => sql`
  2 * ln(1 + (length(${entries.folded}) - length(replace(${entries.folded}, ${term}, '')))::float8 / ${term.length}::int)
  / (1 + ln(1 + length(${entries.folded}) / 2000.0))`;

/**
 * How many things there are by type, category and tag. Each count leaves out the filter of its own kind, since that is
 * what choosing another value would give.
 */
export async function countFacets(db: Db, kind: SearchKind, q: string | undefined, filters: SearchFilters) {
  const terms = termsOf(q ?? '');
  const count = async (
    value: SQL,
    without: keyof SearchFilters,
    source: SQL,
    limit: number,
  ): Promise<Facet[]> => {
    const matching = conditionsOf([kind], terms, { ...filters, [without]: undefined });
    const { rows } = await db.execute<Facet>(sql`
      select ${value} as value, count(*)::int as count from ${source}
      where ${matching} group by 1 order by ${byName(value)} limit ${limit}`);
    return rows;
  };
  // Written out, since a parameter would be another one in each clause and grouping would not know it again.
  const category = sql`coalesce(${entries.category}, ${sql.raw(`'${UNCATEGORIZED}'`)})`;
  const tagged = sql`${entries} cross join lateral unnest(${entries.tags}) as tag`;
  return {
    types: await count(sql`${entries.type}`, 'type', sql`${entries}`, 20),
    categories: uncategorizedLast(await count(category, 'category', sql`${entries}`, 1_000)),
    tags: await count(sql`tag`, 'tag', tagged, 1_000),
  };
}

const uncategorizedLast = (facets: Facet[]): Facet[] => [
  ...facets.filter(({ value }) => value !== UNCATEGORIZED),
  ...facets.filter(({ value }) => value === UNCATEGORIZED),
];
