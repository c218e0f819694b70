import type { Reader } from '../actor.ts';
import { and, inArray, sql, type SQL } from 'drizzle-orm';
import type { SearchKind } from '../../contract/calls/search.ts';
import type { Db } from '../db/open.ts';
import { searchEntries as entries } from '../db/schema.ts';
import { DEFAULT_TIME_ZONE } from '../../contract/shared/dates.ts';
import { fold } from '../../contract/shared/fold.ts';
import { joinedName } from '../../contract/shared/joined-names.ts';
import { hyphenedIn, IN_TITLE, inOneWord, lexemesOf, quoted } from './lexemes.ts';
import { address, hold } from './pieces.ts';
import { allowed, holdsAll, titleHoldsAll } from './matching.ts';
import { PHRASE, scoreOf, weigh, type Weighed, type Weights } from './score.ts';
import type { SearchWords } from '../../contract/shared/search-words.ts';

/** What a search may find. */
export type SearchScope = { kinds: SearchKind[]; reader: Reader };
export type FoundItem = { kind: SearchKind; id: string; score: number };
/** With title and body, for display. */
export type FoundText = FoundItem & { title: string; body: string };

/** Entries that one search scores, and those that distinctive words may add. */
const SCORED = 3_000;
const DISTINCTIVE = 1_500;
/** If the words find more entries than this, parts of words are searched in titles only. */
const ENOUGH = { one: 500, several: 50 };

/**
 * Returns the best matches, whether they hold all words or only some. Of equal matches the newer one is first. Rare words
 * find every entry that holds them. Frequent words find only entries that hold all of them.
 */
export async function rank(
  db: Db,
  searchQuery: SearchWords,
  scope: SearchScope,
  limit: number,
): Promise<FoundText[]> {
  const weights = await weigh(db, scope.reader, searchQuery.typed);
  const found = await bestTexts(db, best(searchQuery, weights, scope, limit));
  const isOnlyQuoted = searchQuery.quoted.length === searchQuery.terms.length;
  if (found.length > 0 || searchQuery.quoted.length === 0 || isOnlyQuoted) return found;
  // No text holds the quoted text, so search for its words alone.
  return bestTexts(db, best({ ...searchQuery, quoted: [] }, weights, scope, limit));
}

/** The index begins with the kind. Without this condition PostgreSQL reads the whole index. */
export const isOneOf = (found: Pick<FoundItem, 'kind' | 'id'>[]) =>
  and(
    inArray(entries.kind, [...new Set(found.map(({ kind }) => kind))]),
    inArray(
      entries.id,
      found.map(({ id }) => id),
    ),
  );

const bestTexts = async (db: Db, found: SQL): Promise<FoundText[]> =>
  db
    .select({
      kind: sql<SearchKind>`kind`,
      id: sql<string>`id`,
      score: sql<number>`score`,
      title: sql<string>`text.title`,
      body: sql<string>`text.body`,
    })
    .from(sql`(${found}) as found join ${entries} as text using (kind, id)`)
    .orderBy(sql`score desc, found.updated_at desc, id desc`);

/** Returns the best matches for a text, and the weights of its words. The text has no operators. */
export async function rankByText(
  db: Db,
  text: string,
  scope: SearchScope,
  {
    limit,
    weights = weighText(db, scope.reader, text),
  }: { limit: number; weights?: Weights | Promise<Weights> },
): Promise<{ found: FoundItem[] } & Weights> {
  const typed = wordsOf(text);
  const searchQuery = {
    typed,
    terms: typed.map(fold),
    quoted: [],
    beginnings: [],
    excluded: [],
    operators: [],
    timeZone: DEFAULT_TIME_ZONE,
  };
  const weighed = await weights;
  const { rows: found } = await db.execute<FoundItem>(best(searchQuery, weighed, scope, limit));
  return { found: found.map(({ kind, id, score }) => ({ kind, id, score })), ...weighed };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);
/** The weights of the words of a text. */
export const weighText = (db: Db, reader: Reader, text: string): Promise<Weights> =>
  weigh(db, reader, wordsOf(text));

const best = (searchQuery: SearchWords, weights: Weights, scope: SearchScope, limit: number): SQL => sql`
  select kind, id, score, updated_at from (
    select kind, id, updated_at, round((${scoreOf(searchQuery.terms, weights)})::numeric, 4)::float8 as score
    from ${candidates(searchQuery, weights.words, scope)} as ${entries}
  ) as scored
  order by score desc, updated_at desc, id desc limit (select ${limit}::int)`;

function candidates(searchQuery: SearchWords, words: Weighed[], { kinds, reader }: SearchScope): SQL {
  // A pasted message has quotation marks and asterisks of its own, which are no search syntax.
  const isMessage = searchQuery.terms.length > PHRASE;
  const those = isMessage
    ? allowed(kinds, reader, { ...searchQuery, beginnings: [] })
    : and(allowed(kinds, reader, searchQuery), ...searchQuery.quoted.map(hold));
  const { queries, reach } = distinctiveWords(searchQuery.typed, words);
  // Parts of words add little to the results of frequent words, and comparing those texts letter by letter is slow.
  const isEnough = reach > (searchQuery.typed.length > 1 ? ENOUGH.several : ENOUGH.one);
  const asTyped = isEnough ? titleHoldsAll(searchQuery.typed) : holdsAll(searchQuery.typed);
  // Every subquery reads the table in the same order, so the limits keep the same first entries.
  const subqueries = [isMessage ? undefined : asTyped, ...queries].flatMap((condition) =>
    condition
      ? sql`(select ${address} from ${entries} where ${and(those, condition)} limit ${sql.raw(`${SCORED}`)})`
      : [],
  );
  const isCandidate =
    subqueries.length > 0
      ? sql`${address} = any(array(${sql.join(subqueries, sql` union all `)}))`
      : sql`false`;
  return sql`(
    select kind, id, updated_at, length, folded_title, folded, words
    from ${entries} where ${isCandidate} limit ${sql.raw(`${SCORED}`)})`;
}

/**
 * Selects rare words first, as long as few entries hold them. The parts of a host name or an address stay together. So do
 * the parts of a camel-case name (KubeNodeDown) if some entry holds them all. `reach`: about how many entries these words
 * find.
 */
function distinctiveWords(typed: string[], words: Weighed[]): { queries: SQL[]; reach: number } {
  const byLexeme = new Map(words.map((word) => [word.lexeme, word]));
  const all = typed.join(' ');
  const joined = inOneWord(all);
  const groups = (joined === all ? typed : joined.split(' '))
    .flatMap((text) => {
      const parts = [...new Set(lexemesOf(text))];
      const isHumps = /^\p{L}+$/u.test(text) && !parts.every((part) => byLexeme.has(part));
      const isTogether = /\d/.test(text) || (typed.length === 1 && !isHumps);
      const [hyphened] = hyphenedIn(text);
      if (isTogether && hyphened) return [[hyphened.whole]];
      // Every spelling of a name has the one without joints.
      const joined = joinedName(fold(text));
      if (isTogether && joined && byLexeme.has(joined)) return [[joined]];
      return isTogether ? [parts] : parts.map((part) => [part]);
    })
    .filter((parts) => parts.length > 0 && parts.every((part) => byLexeme.has(part)))
    .map((parts) => parts.flatMap((part) => byLexeme.get(part) ?? []))
    .map((parts) => ({ parts, entries: Math.min(...parts.map((part) => part.entries)) }))
    .toSorted((a, b) => a.entries - b.entries);
  let sum = 0;
  const distinctive = groups.filter((group) => (sum += group.entries) <= DISTINCTIVE);
  if (distinctive.length > 0) {
    const some = distinctive.map(({ parts }) => `(${allOf(parts.map(({ query }) => query))})`).join('|');
    return {
      queries: [matching(some)],
      reach: distinctive.reduce((reach, group) => reach + group.entries, 0),
    };
  }
  const parts = groups.flatMap((group) => group.parts);
  if (parts.length === 0) return { queries: [], reach: 0 };
  const inTitle = parts.map(({ lexeme }) => quoted(IN_TITLE + lexeme));
  const queries = [matching(allOf(inTitle)), matching(allOf(parts.map(({ query }) => query)))];
  return { queries, reach: groups[0]?.entries ?? 0 };
}

/** Matches words in a subquery. Otherwise the planner overestimates the matches and scans the whole table. */
const matching = (query: string) => sql`${entries.words} @@ (select ${query}::tsquery)`;
const allOf = (queries: string[]) => queries.join('&');
