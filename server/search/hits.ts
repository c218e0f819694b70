import { sql } from 'drizzle-orm';
import type { SearchHit } from '../../contract/calls/search.ts';
import type { Db } from '../db/open.ts';
import { searchEntries } from '../db/schema.ts';
import { search } from './pages.ts';
import { isOneOf, rank, type FoundItem, type FoundText, type SearchScope } from './rank.ts';
import { similar } from './similar.ts';
import { snippetFor, termsIn } from './snippet.ts';
import { readSearchWords } from '../../contract/shared/search-words.ts';
import { ADDRESSES } from '../text/written-markdown.ts';

/** `timeZone`: the zone in which days begin (`readerZone`). */
type Searching = SearchScope & { q: string; limit: number; timeZone?: string };

/** Returns the best hits for a query, with title and snippet. A query of operators alone returns the newest items. */
export async function searchHits(db: Db, { q, limit, timeZone, ...scope }: Searching): Promise<SearchHit[]> {
  if (q.trim() === '') return [];
  const searchQuery = readSearchWords(q, timeZone);
  if (searchQuery.terms.length > 0) return shown(await rank(db, searchQuery, scope, limit), q);
  return describe(db, await search(db, { q, limit, timeZone, ...scope }), q);
}

/** Returns hits with similar spelling. */
export const similarHits = async (
  db: Db,
  { q, limit, timeZone, ...scope }: Searching,
): Promise<SearchHit[]> => describe(db, await similar(db, readSearchWords(q, timeZone), scope, limit), q);

/** Reads texts only for the few hits that are shown. */
async function describe(db: Db, hits: FoundItem[], q: string): Promise<SearchHit[]> {
  if (hits.length === 0) return [];
  const { rows } = await db.execute<Omit<FoundText, 'score'>>(sql`
    select kind, id, title, body from ${searchEntries} where ${isOneOf(hits)}`);
  const texts = hits.flatMap(({ kind, id, score }) => {
    const row = rows.find((candidate) => candidate.id === id && candidate.kind === kind);
    return row ? [{ kind, id, score, title: row.title, body: row.body }] : [];
  });
  return shown(texts, q);
}

function shown(found: FoundText[], q: string): SearchHit[] {
  const terms = termsIn(q);
  return found.map(({ kind, id, score, title, body }) => ({
    kind,
    id,
    score,
    title,
    snippet: snippetFor(body, terms),
    url: ADDRESSES[kind](id),
  }));
}
