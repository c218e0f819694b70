import { and, desc, or, sql } from 'drizzle-orm';
import type { SearchKind } from '../../contract/search.ts';
import type { Db } from '../db/open.ts';
import { searchEntries as entries } from '../db/schema.ts';
import { allowed } from './matching.ts';
import type { Found } from './rank.ts';
import type { Wanted } from '../../contract/wanted.ts';

/** Shorter words are near too many others. */
const SHORTEST = 4;
const MOST_TERMS = 6;
/** Share of the letters in threes that a word of a title has in common with what was typed. */
const NEAR = '0.4';

/** Things with a word in their title that is spelled nearly like one of the terms, but not so itself; nearest first. */
export async function similar(db: Db, wanted: Wanted, kinds: SearchKind[], limit: number): Promise<Found[]> {
  const terms = wanted.terms.filter((term) => term.length >= SHORTEST).slice(0, MOST_TERMS);
  if (terms.length === 0) return [];
  const { kind, id, foldedTitle, updatedAt } = entries;
  const nearness = terms.map(
    (term) =>
      sql`(case when strpos(${foldedTitle}, ${term}) > 0 then 0 else word_similarity(${term}, ${foldedTitle}) end)`,
  );
  const score = sql<number>`round(greatest(${sql.join(nearness, sql`, `)})::numeric, 4)::float8`;
  return db.transaction(async (tx) => {
    // Kept to this transaction: it is what the operator below goes by.
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${NEAR}, true)`);
    const found = await tx
      .select({ kind, id, score })
      .from(entries)
      .where(
        and(
          allowed(kinds, { ...wanted, quoted: [] }),
          or(...terms.map((term) => sql`${term} <% ${foldedTitle}`)),
          sql`${score} >= ${NEAR}::float8`,
        ),
      )
      .orderBy(desc(score), desc(updatedAt), desc(id))
      .limit(limit);
    return found.map((hit) => ({ ...hit, kind: hit.kind as SearchKind }));
  });
}
