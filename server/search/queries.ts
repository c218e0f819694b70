import { and, desc, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import * as z from 'zod';
import type { SearchKind } from '../../contract/search.ts';
import { decodeCursor, encodeCursor, PositionInstant } from '../cursor.ts';
import type { Db } from '../db/open.ts';
import { searchCounts as counts, searchEntries as entries } from '../db/schema.ts';
import { asWhole, containing, fold, termsOf } from './fold.ts';
import { conditionsOf, countsOf } from './matching.ts';
import type { SearchFilters } from './matching.ts';

/** For features that filter texts of their own as a search does. */
export { containing, fold };

export { countFacets } from './facets.ts';

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
 * found, so `total` is exact. This is the only place that reads the search tables.
 */
export async function search(db: Db, request: SearchRequest) {
  const terms = termsOf(request.q ?? '');
  const find = terms.length === 0 ? findNewest : findBest;
  const rows = await find(db, request, terms, request.limit === undefined ? 1_000_000 : request.limit + 1);
  const hits = rows.slice(0, request.limit);
  const last = rows.length > hits.length ? hits.at(-1) : undefined;
  return {
    hits: hits.map(({ kind, id, score }): Found => ({ kind: kind as SearchKind, id, score })),
    total: await countAll(db, request, terms),
    nextCursor: last && encodeCursor([last.score, new Date(last.updatedAt).toISOString(), last.id]),
  };
}

/** Walks an index in its order, so that a page costs the same however many there are behind it. */
function findNewest(db: Db, { kinds, filters, cursor }: SearchRequest, _: string[], limit: number) {
  const from = cursor === undefined ? undefined : decodeCursor(cursor, Position);
  const { kind, id, updatedAt } = entries;
  return db
    .select({ kind, id, score: sql<number>`0::float8`, updatedAt: sql<string>`${updatedAt}` })
    .from(entries)
    .where(
      and(
        conditionsOf(kinds, [], filters ?? {}),
        from && sql`(${updatedAt}, ${id}) < (${from[1]}::timestamptz, ${from[2]}::uuid)`,
      ),
    )
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit);
}

function findBest(db: Db, { kinds, filters, cursor }: SearchRequest, terms: string[], limit: number) {
  const ranked = db
    .select({
      kind: entries.kind,
      id: entries.id,
      score: sql<number>`round((${scoreOf(terms)})::numeric, 4)::float8`.as('score'),
      updatedAt: sql<string>`${entries.updatedAt}`.as('updated'),
    })
    .from(entries)
    .where(conditionsOf(kinds, terms, filters ?? {}))
    .as('ranked');
  return db
    .select()
    .from(ranked)
    .where(cursor === undefined ? undefined : afterCursor(cursor))
    .orderBy(sql`score desc, updated desc, id desc`)
    .limit(limit);
}

async function countAll(db: Db, { kinds, filters = {} }: SearchRequest, terms: string[]): Promise<number> {
  const counting =
    terms.length === 0
      ? db
          .select({ total: sql<number>`coalesce(sum(${counts.count}), 0)::int` })
          .from(counts)
          .where(countsOf(kinds, filters))
      : db
          .select({ total: sql<number>`count(*)::int` })
          .from(entries)
          .where(conditionsOf(kinds, terms, filters));
  const [{ total } = { total: 0 }] = await counting;
  return total;
}

/** Score, time of the last change and id of the last hit. */
const Position = z.tuple([z.number(), PositionInstant, z.uuid()]);

function afterCursor(cursor: string): SQL {
  const [score, updated, id] = decodeCursor(cursor, Position);
  return sql`(score, updated, id) < (${score}::float8, ${updated}::timestamptz, ${id}::uuid)`;
}

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
