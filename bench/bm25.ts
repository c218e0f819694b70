import type { Database } from '../server/db/open.ts';

const K1 = 1.2;
const B = 0.75;

/**
 * Returns a search by textbook BM25 over title and content of all documents, with PostgreSQL's English word stems: what the
 * product's ranking is compared with. A search returns the ids of the best `limit` documents, best first.
 */
export async function bm25Over({ pool }: Database) {
  const { rows } = await pool.query<{ id: string; word: string; times: number }>(
    `select id, lexeme as word, cardinality(positions) as times
     from documents, unnest(to_tsvector('english', title || ' ' || content))`,
  );
  const pagesOf = new Map<string, Map<string, number>>();
  const lengths = new Map<string, number>();
  for (const { id, word, times } of rows) {
    const pages = pagesOf.get(word) ?? new Map<string, number>();
    pagesOf.set(word, pages.set(id, times));
    lengths.set(id, (lengths.get(id) ?? 0) + times);
  }
  const meanLength = [...lengths.values()].reduce((sum, length) => sum + length, 0) / lengths.size;

  return async (q: string, limit: number): Promise<string[]> => {
    const asked = await pool.query<{ word: string }>(
      `select lexeme as word from unnest(to_tsvector('english', $1))`,
      [q],
    );
    const scores = new Map<string, number>();
    for (const { word } of asked.rows) {
      const pages = pagesOf.get(word) ?? new Map<string, number>();
      const rarity = Math.log(1 + (lengths.size - pages.size + 0.5) / (pages.size + 0.5));
      for (const [id, times] of pages) {
        const norm = times + K1 * (1 - B + (B * (lengths.get(id) ?? 0)) / meanLength);
        scores.set(id, (scores.get(id) ?? 0) + (rarity * times * (K1 + 1)) / norm);
      }
    }
    const best = [...scores].toSorted(([, one], [, other]) => other - one);
    return best.slice(0, limit).map(([id]) => id);
  };
}
