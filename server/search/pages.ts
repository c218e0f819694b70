import { and, desc, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import type { SearchKind } from '../../contract/calls/search.ts';
import type { QueryReader } from '../access/may-read.ts';
import { atMost } from '../db/prepared.ts';
import type { Db } from '../db/open.ts';
import { searchEntries as entries } from '../db/schema.ts';
import { countsFor } from './counts.ts';
import { allowed, holdsAll, isBlank, type SearchFilters } from './matching.ts';
import type { FoundItem } from './rank.ts';
import { evenly, scoreOf, scoreOfTitle } from './score.ts';
import { readSearchWords, type SearchWords } from '../../contract/shared/search-words.ts';
import { decodeCursor, encodeCursor, PositionInstant } from '../http/cursor.ts';

export type SearchRequest = {
  /** An entry must hold every word. A blank query finds everything, newest first. */
  q?: string | undefined;
  kinds: SearchKind[];
  reader: QueryReader;
  filters?: SearchFilters;
  /** Returns everything if undefined. */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Time zone in which days begin (`readerZone`). */
  timeZone?: string | undefined;
};

/** Exceeds any possible number of entries. */
const EVERYTHING = 1_000_000;

/** If more entries hold the words, their titles alone decide the order: reading all texts for a score takes seconds. */
const RANKED = 3_000;

/**
 * Score, time of the last change and id of the last hit, and whether titles or texts decide the order. Later pages keep the
 * order of the first one, even if the number of hits changes meanwhile.
 */
const Position = z.tuple([z.number(), PositionInstant, z.uuid(), z.optional(z.enum(['title', 'text']))]);

/** The end of the previous page. Undefined for the first page. */
const endOfLast = ({ cursor }: SearchRequest) =>
  cursor === undefined ? undefined : decodeCursor(cursor, Position);

/** The position of a row and the number of all results. */
type HitPosition = { id: string; score: number; updated: string; total: number };

/**
 * Returns one page of results as a subquery, best match first, then newest first. Callers join it with the columns they
 * show, so that one query returns a page. It finds everything that contains all words, so `total` is exact.
 */
export function findPage(db: Db, request: SearchRequest) {
  const searchQuery = readSearchWords(request.q ?? '', request.timeZone);
  const limit = request.limit === undefined ? EVERYTHING : request.limit + 1;
  return searchQuery.terms.length === 0
    ? findNewest(db, request, searchQuery, limit)
    : findBest(db, request, searchQuery, limit);
}

/** The order of a page after a join. */
export const inPageOrder = ({ score, updated, id }: ReturnType<typeof findPage>) => [
  desc(score),
  desc(updated),
  desc(id),
];

/** Removes the extra row that shows that there is a next page. An empty page after the last one needs its own count. */
export async function asPage<Row extends HitPosition>(db: Db, request: SearchRequest, rows: Row[]) {
  const shown = rows.slice(0, request.limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const isBehind = rows.length === 0 && request.cursor !== undefined;
  const total = isBehind ? await countAll(db, request) : (rows[0]?.total ?? 0);
  const by = endOfLast(request)?.[3] ?? (total > RANKED ? 'title' : 'text');
  return {
    rows: shown,
    total,
    nextCursor: last && encodeCursor([last.score, new Date(last.updated).toISOString(), last.id, by]),
  };
}

/** Finds items of any kind. */
export async function search(db: Db, request: SearchRequest): Promise<FoundItem[]> {
  const page = findPage(db, request);
  const rows = await db
    .select({ kind: page.kind, id: page.id, score: page.score })
    .from(page)
    .orderBy(...inPageOrder(page))
    .limit(request.limit ?? EVERYTHING);
  return rows.map((row) => ({ ...row, kind: row.kind as SearchKind }));
}

/** Walks an index in its order, so the cost of a page does not depend on the number of pages. */
function findNewest(db: Db, request: SearchRequest, searchQuery: SearchWords, limit: number) {
  const { kinds, reader, filters } = request;
  const from = endOfLast(request);
  const { kind, id, updatedAt } = entries;
  return db
    .select({
      kind,
      id,
      score: sql<number>`0::float8`.as('score'),
      updated: sql<string>`${updatedAt}`.as('updated'),
      total: sql<number>`(${counting(request, searchQuery)})`.as('total'),
    })
    .from(entries)
    .where(
      and(
        allowed(kinds, reader, searchQuery, filters),
        from && sql`(${updatedAt}, ${id}) < (${from[1]}::timestamptz, ${from[2]}::uuid)`,
      ),
    )
    .orderBy(desc(updatedAt), desc(id))
    .limit(atMost(limit))
    .as('page');
}

function findBest(db: Db, request: SearchRequest, searchQuery: SearchWords, limit: number) {
  const { kinds, reader, filters } = request;
  const from = endOfLast(request);
  const { kind, id, updatedAt, foldedTitle, folded, words, length } = entries;
  // Limits keep PostgreSQL from reading and carrying long texts where only their ids are needed.
  const holding = db
    .select({ kind, id, updatedAt, byTitle: scoreOfTitle(searchQuery.terms).as('by_title') })
    .from(entries)
    .where(and(allowed(kinds, reader, searchQuery, filters), holdsAll(searchQuery.typed, searchQuery.quoted)))
    .limit(atMost(EVERYTHING))
    .as('holding');
  const counted = db
    .select({
      kind: holding.kind,
      id: holding.id,
      updatedAt: holding.updatedAt,
      byTitle: holding.byTitle,
      total: sql<number>`(count(*) over ())::int`.as('total'),
    })
    .from(holding)
    .as('counted');
  const text = sql`(
    select ${length}, ${foldedTitle}, ${folded}, ${words} from ${entries}
    where ${kind} = ${counted.kind} and ${id} = ${counted.id} limit 1)`;
  const byText = sql`(select ${scoreOf(searchQuery.terms, evenly(searchQuery.typed))} from ${text} as search_entries)`;
  const isByTitle = from
    ? sql`${from[3] === 'title'}::boolean`
    : sql`${counted.total} > ${sql.raw(`${RANKED}`)}`;
  const ranked = db
    .select({
      kind: counted.kind,
      id: counted.id,
      score:
        sql<number>`round((case when ${isByTitle} then ${counted.byTitle} else ${byText} end)::numeric, 4)::float8`.as(
          'score',
        ),
      updated: sql<string>`${counted.updatedAt}`.as('updated'),
      total: counted.total,
    })
    .from(counted)
    .as('ranked');
  return db
    .select()
    .from(ranked)
    .where(
      from && sql`(score, updated, id) < (${from[0]}::float8, ${from[1]}::timestamptz, ${from[2]}::uuid)`,
    )
    .orderBy(sql`score desc, updated desc, id desc`)
    .limit(atMost(limit))
    .as('page');
}

/** If only filters are set, the tables of counts have the result. */
const counting = ({ kinds, reader, filters = {} }: SearchRequest, searchQuery: SearchWords): SQL =>
  isBlank(searchQuery)
    ? sql`select coalesce(sum(n), 0)::int as total from (${countsFor(reader, kinds, filters)}) as counts`
    : sql`select count(*)::int as total from ${entries} where ${and(
        allowed(kinds, reader, searchQuery, filters),
        holdsAll(searchQuery.typed, searchQuery.quoted),
      )}`;

async function countAll(db: Db, request: SearchRequest): Promise<number> {
  const searchQuery = readSearchWords(request.q ?? '', request.timeZone);
  const { rows } = await db.execute<{ total: number }>(counting(request, searchQuery));
  return rows[0]?.total ?? 0;
}
