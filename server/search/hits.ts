import { inArray } from 'drizzle-orm';
import type { SearchHit, SearchKind } from '../../contract/search.ts';
import type { Db } from '../db/open.ts';
import { searchEntries } from '../db/schema.ts';
import { search } from './pages.ts';
import { rank } from './rank.ts';
import type { Found } from './rank.ts';
import { similar } from './similar.ts';
import { snippetOf } from './snippet.ts';
import { readWanted } from '../../contract/wanted.ts';

/** Addresses inside the product that open a thing. */
const URLS: Record<SearchKind, (id: string) => string> = {
  document: (id) => `/knowledge-base?doc=${id}`,
  server: (id) => `/infrastructure?server=${id}`,
  member: (id) => `/team?member=${id}`,
};

type Searching = { q: string; kinds: SearchKind[]; limit: number };

/** The best hits for what was typed, with what is shown of them; the newest where there are operators alone. */
export async function searchHits(db: Db, { q, kinds, limit }: Searching): Promise<SearchHit[]> {
  if (q.trim() === '') return [];
  const wanted = readWanted(q);
  const hits =
    wanted.terms.length > 0
      ? await rank(db, wanted, kinds, limit)
      : (await search(db, { q, kinds, limit })).hits;
  return describe(db, hits, q);
}

/** What is spelled nearly so. */
export const similarHits = async (db: Db, { q, kinds, limit }: Searching): Promise<SearchHit[]> =>
  describe(db, await similar(db, readWanted(q), kinds, limit), q);

/** Texts are read only for the few hits that are shown. */
async function describe(db: Db, hits: Found[], q: string): Promise<SearchHit[]> {
  const ids = hits.map(({ id }) => id);
  const { kind: kindOf, id: idOf, title, body } = searchEntries;
  const rows = await db
    .select({ kind: kindOf, id: idOf, title, body })
    .from(searchEntries)
    .where(inArray(searchEntries.id, ids));
  return hits.flatMap(({ kind, id, score }) => {
    const row = rows.find((candidate) => candidate.id === id && candidate.kind === kind);
    return row
      ? [{ kind, id, score, title: row.title, snippet: snippetOf(row.body, q), url: URLS[kind](id) }]
      : [];
  });
}
