import { and, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SearchKind } from '../../contract/search.ts';
import type { Db } from '../db/open.ts';
import { searchEntries as entries } from '../db/schema.ts';
import { IN_TITLE, lexemesOf, quoted } from './lexemes.ts';
import { allowed, holdsAll } from './matching.ts';
import { PHRASE, scoreOf, weigh } from './score.ts';
import type { Weighed } from './score.ts';
import type { Wanted } from './wanted.ts';

export type Found = { kind: SearchKind; id: string; score: number };

/** Entries that are scored for one search: enough for every word that tells something. */
const SCORED = 3_000;
const TELLING = 1_500;

/**
 * The things that fit best, whether they hold all of the words or only some; of equal ones the newer first. All that
 * holds a rare word is looked at; words that are nearly everywhere bring in only what has them all.
 */
export async function rank(db: Db, wanted: Wanted, kinds: SearchKind[], limit: number): Promise<Found[]> {
  const weights = await weigh(db, wanted.terms);
  const { rows } = await db.execute<Found>(sql`
    select kind, id, round(score::numeric, 4)::float8 as score from (
      select kind, id, updated_at, ${scoreOf(wanted.terms, weights)} as score
      from ${candidates(wanted, weights.words, kinds)} as ${entries}
    ) as scored
    order by score desc, updated_at desc, id desc limit ${limit}`);
  return rows;
}

function candidates(wanted: Wanted, words: Weighed[], kinds: SearchKind[]): SQL {
  // A whole message that somebody pasted has quotation marks of its own, which ask for nothing.
  const isMessage = wanted.terms.length > PHRASE;
  const those = allowed(kinds, isMessage ? { ...wanted, quoted: [] } : wanted);
  const asTyped = isMessage ? undefined : holdsAll(wanted.terms);
  const isTold = or(...wordsThatTell(wanted.terms, words), asTyped) ?? sql`false`;
  // Added to nothing, a long text is unpacked once here and not again for each word that is looked for in it.
  return sql`(
    select kind, id, updated_at, length, folded_title, folded || '' as folded, words || '' as words
    from ${entries} where ${and(those, isTold)} limit ${SCORED})`;
}

/** Rare words first, as long as few entries hold them. The parts of a host's name or of an address stay together. */
function wordsThatTell(terms: string[], words: Weighed[]): SQL[] {
  const counts = new Map(words.map((word) => [word.lexeme, word.entries]));
  const groups = terms
    .flatMap((term) => {
      const parts = [...new Set(lexemesOf(term))];
      return terms.length === 1 || /\d/.test(term) ? [parts] : parts.map((part) => [part]);
    })
    .filter((parts) => parts.length > 0 && parts.every((part) => counts.has(part)))
    .map((parts) => ({ parts, entries: Math.min(...parts.map((part) => counts.get(part) ?? 0)) }))
    .toSorted((a, b) => a.entries - b.entries);
  let sum = 0;
  const telling = groups.filter((group) => (sum += group.entries) <= TELLING);
  if (telling.length > 0) return [matching(telling.map(({ parts }) => `(${allOf(parts)})`).join('|'))];
  const parts = groups.flatMap((group) => group.parts);
  return parts.length > 0 ? [matching(allOf(parts, IN_TITLE)), matching(allOf(parts))] : [];
}

const matching = (query: string) => sql`${entries.words} @@ ${query}::tsquery`;
const allOf = (parts: string[], prefix = '') => parts.map((part) => quoted(prefix + part)).join('&');
