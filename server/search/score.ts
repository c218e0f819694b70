import type { Reader } from '../actor.ts';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { givenReader, mayRead } from '../access/may-read.ts';
import { SearchKind } from '../../contract/calls/search.ts';
import type { Db } from '../db/open.ts';
import { ofAnyLength, prepared } from '../db/prepared.ts';
import {
  searchCounts as counts,
  searchEntries as entries,
  searchVocabulary as vocabulary,
} from '../db/schema.ts';
import { asWhole, containing } from './fold.ts';
import { countsOf } from './counts.ts';
import { humpedIn, hyphenedIn, lexemesOf, quoted, wholeWordsIn, writtenWordsOf } from './lexemes.ts';

/**
 * A word with its weight: the fewer entries hold a word, the higher its weight. `query` finds it. The forms of a word in camel
 * case have its whole as their `group`, which counts once.
 */
export type Weighed = { lexeme: string; query: string; entries: number; weight: number; group?: string };
/**
 * `totalWeight` is the weight of all words, including missing ones. `most` is the weight of a word that one entry holds. `missing`
 * are the words that no entry holds, as they were written.
 */
export type Weights = {
  words: Weighed[];
  missing: string[];
  totalWeight: number;
  most: number;
  usualLength: number;
};

/** Words of a query that get a weight. */
const MOST_WORDS = 48;
/**
 * Entries of a word outside of the vocabulary that are counted exactly. For more, the number is estimated from the part of the table that
 * holds these.
 */
const COUNTED = 2_000;
/** Minimum length of a missing word that is searched as a prefix: "postgres" finds PostgreSQL. */
const SHORTEST_BEGINNING = 4;

/** The BM25 parameters k1 (term saturation) and b (length normalization). */
const SATURATION = 1.5;
const LENGTH = 0.6;

/** Nearly every entry holds a word below this share of the highest weight. Counting it is slow and changes nothing. */
const NOTHING = 0.03;

const wordsOf = (typed: string[]) => [...new Set(lexemesOf(typed.join(' ')))].slice(0, MOST_WORDS);

/**
 * Gives every word the same weight. While somebody reads page after page, an entry keeps its score and its place until the
 * entry itself changes.
 */
export function evenly(typed: string[]): Weights {
  const each = wordsOf(typed).map((lexeme) => ({ lexeme, query: quoted(lexeme), entries: 1, weight: 4 }));
  const words = inGroups(each, typed.join(' '));
  return { words, missing: [], totalWeight: inTotal(words, weightsOf(words)), most: 4, usualLength: 300 };
}

/**
 * Weighs the words of a text among all entries, in one query. A word that no entry holds becomes a prefix. The prefix is the
 * word as written, because its stem would match more words. The vocabulary has the open entries only, so other words are counted
 * among the entries of the reader.
 */
export async function weigh(db: Db, reader: Reader, typed: string[]): Promise<Weights> {
  const lexemes = wordsOf(typed);
  if (lexemes.length === 0) return { words: [], missing: [], totalWeight: 0, most: 0, usualLength: 1 };
  const text = typed.join(' ');
  const written = writtenWordsOf(text);
  const writtenBy = new Map(lexemesOf(text).map((lexeme, place) => [lexeme, written[place] ?? lexeme]));
  const lookups = lexemes.map((lexeme) => ({
    lexeme,
    query: quoted(lexeme),
    beginning:
      lexeme.length < SHORTEST_BEGINNING
        ? null
        : `${quoted(beginningOf(writtenBy.get(lexeme) ?? lexeme, lexeme))}:*`,
  }));
  const rows: Counted[] = await countWords(db).execute({
    principals: reader.principals,
    lexemes,
    queries: lookups.map(({ query }) => query),
    beginnings: lookups.map(({ beginning }) => beginning),
  });
  const held = lookups.map(({ lexeme, query, beginning }, place) => {
    const { known, seen, page, begun, begunPage, pages, total } = { ...NONE, ...rows[place] };
    const [isBegun, count, last] = begun > 0 ? [true, begun, begunPage] : [false, seen, page];
    const estimated =
      count <= COUNTED ? count : Math.min(total, Math.round((count * pages) / ((last ?? 0) + 1)));
    const holding = known ?? estimated;
    return {
      lexeme,
      query: isBegun && beginning ? beginning : query,
      entries: holding,
      weight: weightOf(holding, total),
    };
  });
  const words = inGroups(withoutParts(held, text), text);
  const { total, usual } = { ...NONE, ...rows[0] };
  return {
    words: words.filter((word) => word.entries > 0),
    missing: words.filter((word) => word.entries === 0).map(({ lexeme }) => writtenBy.get(lexeme) ?? lexeme),
    totalWeight: inTotal(words, weightsOf(words)),
    most: weightOf(1, total),
    usualLength: Math.max(1, usual),
  };
}

/** Keeps the word as written, except that a plural loses its "s": "admins" finds administrators. */
const beginningOf = (written: string, lexeme: string): string =>
  written === `${lexeme}s` ? lexeme : written;

/** Drops a part of a hyphenated word if no more entries hold the part than the whole: "wi" of Wi-Fi. */
function withoutParts(words: Weighed[], text: string): Weighed[] {
  const entriesBy = new Map(words.map((word) => [word.lexeme, word.entries]));
  const idle = hyphenedIn(text).flatMap(({ whole, parts }) =>
    parts.filter((part) => (entriesBy.get(part) ?? 0) <= (entriesBy.get(whole) ?? 0)),
  );
  return words.filter(({ lexeme }) => !idle.includes(lexeme));
}

/** Groups the forms of words in camel case: the parts together weigh no more than the whole. */
function inGroups(words: Weighed[], text: string): Weighed[] {
  let grouped = words;
  for (const { whole, parts } of humpedIn(text)) {
    const found = grouped.find(({ lexeme }) => lexeme === whole);
    const isPart = ({ lexeme, group }: Weighed) => group === undefined && parts.includes(lexeme);
    if (!found || found.entries === 0) continue;
    const sum = grouped.filter(isPart).reduce((all, { weight }) => all + weight, 0);
    const scale = Math.min(1, found.weight / sum);
    grouped = grouped.map((word) => {
      if (word === found) return { ...word, group: whole };
      return isPart(word) ? { ...word, weight: word.weight * scale, group: whole } : word;
    });
  }
  return grouped;
}

const weightsOf = (words: Weighed[]) => words.map(({ weight }) => weight);
const queriesOf = (words: Weighed[]) => words.map(({ query }) => query);

/** Splits words into those without a group, and the groups: each as its whole and its parts. */
function formsOf<T extends Pick<Weighed, 'lexeme' | 'group'>>(
  words: T[],
): { single: T[]; groups: [T[], T[]][] } {
  const groups = Map.groupBy(
    words.filter(({ group }) => group !== undefined),
    ({ group }) => group,
  );
  return {
    single: words.filter(({ group }) => group === undefined),
    groups: [...groups].map(([whole, forms]) => [
      forms.filter(({ lexeme }) => lexeme === whole),
      forms.filter(({ lexeme }) => lexeme !== whole),
    ]),
  };
}

/** The sum of the points of words, in which each group counts once: as a whole, else as its parts. */
export function inTotal(words: Weighed[], points: number[]): number {
  const { single, groups } = formsOf(words.map((word, at) => ({ ...word, points: points[at] ?? 0 })));
  const sumOf = (some: { points: number }[]) => some.reduce((sum, word) => sum + word.points, 0);
  return groups.reduce((sum, [whole, parts]) => sum + (sumOf(whole) || sumOf(parts)), sumOf(single));
}

/** The same as SQL. `sumOf` returns the points of some words. */
function inTotalSql(words: Weighed[], sumOf: (some: Weighed[]) => SQL): SQL {
  const { single, groups } = formsOf(words);
  const sums = [
    ...(single.length > 0 ? [sumOf(single)] : []),
    ...groups.map(([whole, parts]) =>
      whole[0] && parts.length > 0
        ? sql`(case when ${entries.words} @@ ${whole[0].query}::tsquery then ${sumOf(whole)} else ${sumOf(parts)} end)`
        : sumOf([...whole, ...parts]),
    ),
  ];
  return sql`(${sums.length > 0 ? sql.join(sums, sql` + `) : sql`0::float8`})`;
}

/**
 * `known`: the number of entries that hold a word, by the vocabulary. For a word that it lacks: the number and the last table page of
 * those that hold it, then the same for words with this prefix.
 */
type Counted = {
  known: number | null;
  seen: number;
  page: number | null;
  begun: number;
  begunPage: number | null;
  pages: number;
  total: number;
  usual: number;
};
const NONE: Counted = {
  known: null,
  seen: 0,
  page: null,
  begun: 0,
  begunPage: null,
  pages: 1,
  total: 0,
  usual: 1,
};

const countHolding = (condition: string): SQL => sql`
  select count(*)::int as seen, (max(ctid)::text::point)[0]::int as page
  from (
    select ctid from ${entries} where ${mayRead(givenReader, entries.readers)} and ${sql.raw(`${condition} limit ${COUNTED + 1}`)}
  ) as holding`;

const given = (name: string, type: string) => ofAnyLength(sql.placeholder(name), type);

const countWords = prepared((db) =>
  db
    .select({
      known: sql<number | null>`known.entries`,
      seen: sql<number>`held.seen`,
      page: sql<number | null>`held.page`,
      begun: sql<number>`begun.seen`,
      begunPage: sql<number | null>`begun.page`,
      pages: sql<number>`(pg_relation_size('search_entries') / 8192)::int`,
      total: sql<number>`totals.total`,
      usual: sql<number>`totals.usual`,
    })
    .from(
      sql`(
        select coalesce(sum(count), 0)::int as total, coalesce(sum(length)::float8 / nullif(sum(count), 0), 1)::float8 as usual
        from ${counts} where ${countsOf(counts, SearchKind.options, {})}
      ) as totals
        cross join unnest(${given('lexemes', 'text')}, ${given('queries', 'tsquery')}, ${given('beginnings', 'tsquery')})
          with ordinality as given(lexeme, word, beginning, place)
        left join ${vocabulary} as known on known.word = lexeme and known.entries > 0
        cross join lateral (${countHolding('known.entries is null and words @@ given.word')}) as held
        cross join lateral (${countHolding('known.entries is null and held.seen = 0 and words @@ beginning')}) as begun`,
    )
    .orderBy(sql`place`),
);

const weightOf = (holding: number, total: number) =>
  Math.log(1 + (Math.max(total, holding) - holding + 0.5) / (holding + 0.5));

/** Points for a word in the title, if only titles are scored. */
const WORD_IN_TITLE = 4;

/** Maximum number of words in an exact phrase. Longer phrases hardly ever occur in a text. */
export const PHRASE = 6;

/**
 * Returns the score of an entry. Words count by BM25. PostgreSQL's rank r of a word with n positions is close to n / (n +
 * 0.645), so n is computed from r. The phrase as typed gets extra points in this order: it equals the title, the title
 * contains it, the text contains it. Each gets more for a whole word or identifier.
 */
export function scoreOf(terms: string[], weights: Weights): SQL {
  const words = weights.words.filter(({ weight }) => weight > weights.most * NOTHING);
  const typed = asTyped(terms, weights.words);
  if (words.length === 0) return sql.join(typed, sql` + `);
  const { usualLength } = weights;
  const norm = sql`${SATURATION / 0.645}::float8 * (${1 - LENGTH}::float8 + ${LENGTH / usualLength}::float8 * ${entries.length})`;
  const sumOf = (some: Weighed[]) => sql`(
    select coalesce(sum(weight / (1 + norm * (1 / greatest(ts_rank('{1,1,1,1}', ${entries.words}, query), 1e-9) - 1))), 0)
    from (select ${norm} as norm) as of_text, unnest(
      ${ofAnyLength(queriesOf(some), 'tsquery')}, ${ofAnyLength(weightsOf(some), 'float8')}
    ) as word(query, weight))`;
  return sql.join([inTotalSql(words, sumOf), ...typed], sql` + `);
}

function asTyped(terms: string[], words: Weighed[]): SQL[] {
  const phrase = terms.join(' ');
  return terms.length > PHRASE ? inTitle(phrase) : [...inTitle(phrase), inText(phrase, words)];
}

/**
 * A phrase of several words is compared with the texts that hold all of them. Each text is read once, whatever is compared. A single word
 * may be a part of another one.
 */
function inText(phrase: string, words: Weighed[]): SQL {
  const parts = new Set(wholeWordsIn(phrase));
  const held = queriesOf(words.filter(({ lexeme }) => parts.has(lexeme))).join('&');
  const inFolded = sql`(
    select ${points(sql`text.folded`, phrase, [1, 3])} from (select ${entries.folded} || '' as folded offset 0) as text)`;
  return parts.size > 1 && held
    ? sql`(case when ${entries.words} @@ ${held}::tsquery then ${inFolded} else 0 end)`
    : inFolded;
}

const inTitle = (phrase: string): SQL[] => [
  sql`(case when ${entries.foldedTitle} = ${phrase} then 20 else 0 end)`,
  points(entries.foldedTitle, phrase, [4, 8]),
];

/** The slow regular expression runs only on texts that contain the phrase. */
const points = (text: SQLWrapper, phrase: string, [held, whole]: [number, number]): SQL =>
  sql`(case when ${text} not like ${containing(phrase)} then 0
    when ${text} ~ ${asWhole(phrase)} then ${whole}::float8 else ${held}::float8 end)`;

/** Scores the title alone: the phrase as in `scoreOf`, and each of its words. */
export function scoreOfTitle(terms: string[]): SQL<number> {
  const { foldedTitle: title } = entries;
  const held = terms.map(
    (term) => sql`(case when ${title} like ${containing(term)} then ${WORD_IN_TITLE} else 0 end)`,
  );
  return sql<number>`(${sql.join([...inTitle(terms.join(' ')), ...held], sql` + `)})::float8`;
}
