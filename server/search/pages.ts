import { and, desc, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import * as z from 'zod';
import type { SearchKind } from '../../contract/search.ts';
import { decodeCursor, encodeCursor, PositionInstant } from '../http/cursor.ts';
import type { Db } from '../db/open.ts';
import { searchCounts as counts, searchEntries as entries } from '../db/schema.ts';
import { allowed, countsOf, holdsAll, isBlank } from './matching.ts';
import type { SearchFilters } from './matching.ts';
import type { Found } from './rank.ts';
import { evenly, scoreOf } from './score.ts';
import { readWanted } from '../../contract/wanted.ts';
import type { Wanted } from '../../contract/wanted.ts';

export type SearchRequest = {
  /** Every word of it must be there; blank finds everything, newest first. */
  q?: string | undefined;
  kinds: SearchKind[];
  filters?: SearchFilters;
  /** Everything where it is left out. */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Where days begin (`readerZone`). */
  timeZone?: string | undefined;
};

/**
 * Finds things of any kind, best match first; the newer of two equal ones first. Everything that holds all words is
 * found, so `total` is exact. This is the only place that reads the search tables.
 */
export async function search(db: Db, request: SearchRequest) {
  const wanted = readWanted(request.q ?? '', request.timeZone);
  const limit = request.limit === undefined ? 1_000_000 : request.limit + 1;
  const { rows, total } = await (wanted.terms.length === 0 ? findNewest : findBest)(
    db,
    request,
    wanted,
    limit,
  );
  const hits = rows.slice(0, request.limit);
  const last = rows.length > hits.length ? hits.at(-1) : undefined;
  return {
    hits: hits.map(({ kind, id, score }): Found => ({ kind: kind as SearchKind, id, score })),
    total: total ?? (await countAll(db, request, wanted)),
    nextCursor: last && encodeCursor([last.score, new Date(last.updatedAt).toISOString(), last.id]),
  };
}

/** Walks an index in its order, so that a page costs the same however many there are behind it. */
async function findNewest(db: Db, { kinds, filters, cursor }: SearchRequest, wanted: Wanted, limit: number) {
  const from = cursor === undefined ? undefined : decodeCursor(cursor, Position);
  const { kind, id, updatedAt } = entries;
  const rows = await db
    .select({ kind, id, score: sql<number>`0::float8`, updatedAt: sql<string>`${updatedAt}` })
    .from(entries)
    .where(
      and(
        allowed(kinds, wanted, filters),
        from && sql`(${updatedAt}, ${id}) < (${from[1]}::timestamptz, ${from[2]}::uuid)`,
      ),
    )
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit);
  return { rows, total: undefined };
}

async function findBest(db: Db, { kinds, filters, cursor }: SearchRequest, wanted: Wanted, limit: number) {
  const score = scoreOf(wanted.terms, evenly(wanted.typed));
  const ranked = db
    .select({
      kind: entries.kind,
      id: entries.id,
      score: sql<number>`round((${score})::numeric, 4)::float8`.as('score'),
      updatedAt: sql<string>`${entries.updatedAt}`.as('updated'),
      // All of them are ranked anyway.
      total: sql<number>`count(*) over ()::int`.as('total'),
    })
    .from(entries)
    .where(and(allowed(kinds, wanted, filters), holdsAll(wanted.typed)))
    .as('ranked');
  const rows = await db
    .select()
    .from(ranked)
    .where(cursor === undefined ? undefined : afterCursor(cursor))
    .orderBy(sql`score desc, updated desc, id desc`)
    .limit(limit);
  // Nothing behind the last page tells nothing of the pages before.
  return { rows, total: rows[0]?.total ?? (cursor === undefined ? 0 : undefined) };
}

async function countAll(db: Db, { kinds, filters = {} }: SearchRequest, wanted: Wanted): Promise<number> {
  const counting = isBlank(wanted)
    ? db
        .select({ total: sql<number>`coalesce(sum(${counts.count}), 0)::int` })
        .from(counts)
        .where(countsOf(kinds, filters))
    : db
        .select({ total: sql<number>`count(*)::int` })
        .from(entries)
        .where(and(allowed(kinds, wanted, filters), holdsAll(wanted.typed)));
  const [{ total } = { total: 0 }] = await counting;
  return total;
}

/** Score, time of the last change and id of the last hit. */
const Position = z.tuple([z.number(), PositionInstant, z.uuid()]);

function afterCursor(cursor: string): SQL {
  const [score, updated, id] = decodeCursor(cursor, Position);
  return sql`(score, updated, id) < (${score}::float8, ${updated}::timestamptz, ${id}::uuid)`;
}
