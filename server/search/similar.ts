import type { Reader } from '../actor.ts';
import { and, desc, or, sql, type SQL } from 'drizzle-orm';
import { mayRead } from '../access/may-read.ts';
import type { SearchKind } from '../../contract/calls/search.ts';
import type { SearchWords } from '../../contract/shared/search-words.ts';
import type { Db } from '../db/open.ts';
import { searchEntries as entries } from '../db/schema.ts';
import { learnWords, nearWords, vocabularyIsNear } from './learned-words.ts';
import { lexemesOf, quoted } from './lexemes.ts';
import { allowed } from './matching.ts';
import type { FoundItem, SearchScope } from './rank.ts';

/** Shorter words are similar to too many others. */
const SHORTEST = 4;
const MOST_TERMS = 6;
/** Minimum trigram similarity of a word in a title. */
const NEAR = '0.4';
/** Score of a word in the text with no, one or two typing errors. A word in the title scores up to 1. */
const IN_TEXT = [0.3, 0.3, 0.2];
/** Suggestions for one typed word. */
const MOST_WORDS = 10;

/**
 * Finds items with a word that is spelled like one of the terms but is not equal to it. Matches in titles come first, then
 * the nearest.
 */
export async function similar(
  db: Db,
  searchQuery: SearchWords,
  { kinds, reader }: SearchScope,
  limit: number,
): Promise<FoundItem[]> {
  const terms = searchQuery.terms.filter((term) => term.length >= SHORTEST).slice(0, MOST_TERMS);
  if (terms.length === 0) return [];
  await learnWords(db);
  const { kind, id, foldedTitle, updatedAt } = entries;
  return db.transaction(async (tx) => {
    // The operators below use this threshold. It ends with the transaction.
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${NEAR}, true)`);
    await tx.execute(vocabularyIsNear);
    const inTexts: { isThere: SQL; points: number }[] = [];
    // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
    for (const word of wordsOf(terms)) inTexts.push(...(await wordsInTexts(tx, reader, word)));
    const near = [
      ...terms.map(
        (term) =>
          sql`(case when strpos(${foldedTitle}, ${term}) > 0 then 0 else word_similarity(${term}, ${foldedTitle}) end)`,
      ),
      ...inTexts.map(({ isThere, points }) => sql`(case when ${isThere} then ${points}::float8 else 0 end)`),
    ];
    const score = sql<number>`round(greatest(${sql.join(near, sql`, `)})::numeric, 4)::float8`;
    const inTitle = and(
      or(...terms.map((term) => sql`${term} <% ${foldedTitle}`)),
      sql`${score} >= ${NEAR}::float8`,
    );
    const found = await tx
      .select({ kind, id, score })
      .from(entries)
      .where(and(allowed(kinds, reader, searchQuery), or(inTitle, ...inTexts.map(({ isThere }) => isThere))))
      .orderBy(desc(score), desc(updatedAt), desc(id))
      .limit(limit);
    return found.map((hit) => ({ ...hit, kind: hit.kind as SearchKind }));
  });
}

/** Returns the words to find in texts. An identifier is split into its parts. */
const wordsOf = (terms: string[]): string[] =>
  [...new Set(terms.flatMap((term) => term.match(/\p{L}+/gu) ?? []))]
    .filter((word) => word.length >= SHORTEST)
    .slice(0, MOST_TERMS);

/** Finds entries that hold suggestions for a term. */
async function wordsInTexts(
  tx: Db,
  reader: Reader,
  term: string,
): Promise<{ isThere: SQL; points: number }[]> {
  const near = (await nearWords(tx, reader, term)).slice(0, MOST_WORDS);
  return [...Map.groupBy(near, ({ slips }) => slips)].map(([slips, some]) => ({
    isThere: sql`${entries.words} @@ ${some.map(({ word }) => quoted(word)).join('|')}::tsquery`,
    points: IN_TEXT[slips] ?? 0,
  }));
}

/** Words that a correction looks for. */
const MOST_CORRECTED = 4;
const ENDING = /(?:ed|ing|s)$/;

/**
 * The words of the texts that are nearest to misspelt ones, by the word as typed: "bakups" is backup. A form of a known word
 * is that word: "ddosed" is ddos.
 */
export async function correctionsOf(
  db: Db,
  reader: Reader,
  misspelt: string[],
): Promise<Map<string, string>> {
  const words = misspelt.filter((word) => /^\p{L}+$/u.test(word) && word.length > SHORTEST);
  if (words.length === 0) return new Map();
  await learnWords(db);
  return db.transaction(async (tx) => {
    await tx.execute(vocabularyIsNear);
    const found = new Map<string, string>();
    for (const word of words.slice(0, MOST_CORRECTED)) {
      // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
      const nearest = (await knownForm(tx, reader, word)) ?? (await nearWords(tx, reader, word))[0]?.word;
      if (nearest !== undefined) found.set(word, nearest);
    }
    return found;
  });
}

async function knownForm(tx: Db, reader: Reader, word: string): Promise<string | undefined> {
  const form = word.replace(ENDING, '');
  const [lexeme] = form === word ? [] : lexemesOf(form);
  if (lexeme === undefined) return undefined;
  const held = await tx
    .select({ id: entries.id })
    .from(entries)
    .where(
      and(sql`${entries.words} @@ (select ${quoted(lexeme)}::tsquery)`, mayRead(reader, entries.readers)),
    )
    .limit(1);
  return held.length > 0 ? form : undefined;
}
