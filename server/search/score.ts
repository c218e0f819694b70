import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { SearchKind } from '../../contract/search.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { searchCounts as counts, searchEntries as entries } from '../db/schema.ts';
import { asWhole, containing } from './fold.ts';
import { countsOf } from './matching.ts';
import { hyphenedIn, lexemesOf, quoted, writtenWordsOf } from './lexemes.ts';

/** A word with what it tells: the fewer entries hold it, the more. `query` finds it. */
export type Weighed = { lexeme: string; query: string; entries: number; weight: number };
/**
 * `asked` is what all the words together tell, also those that nothing holds; `most` what a word of one entry alone tells.
 * `missing` are the words that nothing holds, as they were written.
 */
export type Weights = {
  words: Weighed[];
  missing: string[];
  asked: number;
  most: number;
  usualLength: number;
};

/** Words of one search that are weighed. */
const MOST_WORDS = 48;
/** Entries of a word that are counted one by one; of more the share of the table is taken that holds so many. */
const COUNTED = 2_000;
/** Letters of a word that nothing holds, which may be the beginning of others then: postgres of PostgreSQL. */
const SHORTEST_BEGINNING = 4;

/** How often BM25 lets a word count, and how much the length of a text matters to it. */
const SATURATION = 1.5;
const LENGTH = 0.6;

/** A word below this share of the highest weight is in nearly every entry: counting it is slow and changes nothing. */
const NOTHING = 0.03;

const wordsOf = (typed: string[]) => [...new Set(lexemesOf(typed.join(' ')))].slice(0, MOST_WORDS);

/**
 * Every word the same, for pages that are read one after the other while others write: an entry keeps its points, and
 * so its place, as long as it is not changed itself.
 */
export function evenly(typed: string[]): Weights {
  const words = wordsOf(typed).map((lexeme) => ({ lexeme, query: quoted(lexeme), entries: 0, weight: 4 }));
  return { words, missing: [], asked: words.length * 4, most: 4, usualLength: 300 };
}

/**
 * What the words of a text tell among all entries at this moment, in one query. A word that nothing holds stands for those it
 * begins, as it was written: without its ending it begins more.
 */
export async function weigh(db: Db, typed: string[]): Promise<Weights> {
  const lexemes = wordsOf(typed);
  if (lexemes.length === 0) return { words: [], missing: [], asked: 0, most: 0, usualLength: 1 };
  const text = typed.join(' ');
  const written = writtenWordsOf(text);
  const writtenBy = new Map(lexemesOf(text).map((lexeme, place) => [lexeme, written[place] ?? lexeme]));
  const asked = lexemes.map((lexeme) => ({
    lexeme,
    query: quoted(lexeme),
    beginning:
      lexeme.length < SHORTEST_BEGINNING
        ? null
        : `${quoted(beginningOf(writtenBy.get(lexeme) ?? lexeme, lexeme))}:*`,
  }));
  const rows: Counted[] = await countWords(db).execute({
    queries: asked.map(({ query }) => query),
    beginnings: asked.map(({ beginning }) => beginning),
  });
  const held = asked.map(({ lexeme, query, beginning }, place) => {
    const { seen, page, begun, begunPage, pages, total } = { ...NONE, ...rows[place] };
    const [isBegun, count, last] = begun > 0 ? [true, begun, begunPage] : [false, seen, page];
    const holding =
      count <= COUNTED ? count : Math.min(total, Math.round((count * pages) / ((last ?? 0) + 1)));
    return {
      lexeme,
      query: isBegun && beginning ? beginning : query,
      entries: holding,
      weight: weightOf(holding, total),
    };
  });
  const words = withoutParts(held, text);
  const { total, usual } = { ...NONE, ...rows[0] };
  return {
    words: words.filter((word) => word.entries > 0),
    missing: words.filter((word) => word.entries === 0).map(({ lexeme }) => writtenBy.get(lexeme) ?? lexeme),
    asked: words.reduce((sum, { weight }) => sum + weight, 0),
    most: weightOf(1, total),
    usualLength: Math.max(1, usual),
  };
}

/** As it was written, but one of many: "admins" are administrators. */
const beginningOf = (written: string, lexeme: string): string =>
  written === `${lexeme}s` ? lexeme : written;

/** A part that is in no more entries than the word a hyphen joins it to tells nothing beside it: "wi" of Wi-Fi. */
function withoutParts(words: Weighed[], text: string): Weighed[] {
  const entriesBy = new Map(words.map((word) => [word.lexeme, word.entries]));
  const idle = hyphenedIn(text).flatMap(({ whole, parts }) =>
    parts.filter((part) => (entriesBy.get(part) ?? 0) <= (entriesBy.get(whole) ?? 0)),
  );
  return words.filter(({ lexeme }) => !idle.includes(lexeme));
}

/** Entries that hold a word, and the last page of the table that one of them stands on; the same for those it begins. */
type Counted = {
  seen: number;
  page: number | null;
  begun: number;
  begunPage: number | null;
  pages: number;
  total: number;
  usual: number;
};
const NONE: Counted = { seen: 0, page: null, begun: 0, begunPage: null, pages: 1, total: 0, usual: 1 };

const countHolding = (condition: string): SQL => sql`
  select count(*)::int as seen, max((ctid::text::point)[0])::int as page
  from (select ctid from search_entries where ${sql.raw(`${condition} limit ${COUNTED + 1}`)}) as holding`;

const countWords = prepared((db) =>
  db
    .select({
      seen: sql<number>`held.seen`,
      page: sql<number | null>`held.page`,
      begun: sql<number>`begun.seen`,
      begunPage: sql<number | null>`begun.page`,
      pages: sql<number>`(pg_relation_size('search_entries') / 8192)::int`,
      total: sql<number>`(select coalesce(sum(count), 0)::int from ${counts} where ${countsOf(SearchKind.options, {})})`,
      usual: sql<number>`(select coalesce(avg(length), 1)::float8
        from (select length from ${entries} limit ${sql.raw(`${COUNTED}`)}) as first_ones)`,
    })
    .from(
      sql`unnest(${sql.placeholder('queries')}::tsquery[], ${sql.placeholder('beginnings')}::tsquery[])
        with ordinality as given(word, beginning, place)
        cross join lateral (${countHolding('words @@ word')}) as held
        cross join lateral (${countHolding('held.seen = 0 and words @@ beginning')}) as begun`,
    )
    .orderBy(sql`place`)
    .prepare('count_words'),
);

const weightOf = (holding: number, total: number) =>
  Math.log(1 + (Math.max(total, holding) - holding + 0.5) / (holding + 0.5));

/** A word of the title, where titles alone are looked at. */
const WORD_IN_TITLE = 4;

/** Words of what is looked for as it was typed; a longer text is hardly ever found like that. */
export const PHRASE = 6;

/**
 * How well an entry fits, in points. Words count by BM25. PostgreSQL's rank r of one word at n places is close to
 * n / (n + 0.645), from which n is taken back here. What was typed counts for itself where it stands as it was typed:
 * the title that is it, a title that holds it, a text that holds it, and each more as a whole word or identifier.
 */
export function scoreOf(terms: string[], weights: Weights): SQL {
  const words = weights.words.filter(({ weight }) => weight > weights.most * NOTHING);
  if (words.length === 0) return sql.join(asTyped(terms), sql` + `);
  const { usualLength } = weights;
  const norm = sql`${SATURATION / 0.645}::float8 * (${1 - LENGTH}::float8 + ${LENGTH / usualLength}::float8 * ${entries.length})`;
  const byWords = sql`(
    select coalesce(sum(weight / (1 + norm * (1 / greatest(ts_rank('{1,1,1,1}', ${entries.words}, query), 1e-9) - 1))), 0)
    from (select ${norm} as norm) as of_text, unnest(
      ${sql.param(words.map(({ query }) => query))}::tsquery[], ${sql.param(words.map(({ weight }) => weight))}::float8[]
    ) as word(query, weight))`;
  return sql.join([byWords, ...asTyped(terms)], sql` + `);
}

function asTyped(terms: string[]): SQL[] {
  const phrase = terms.join(' ');
  return terms.length > PHRASE
    ? inTitle(phrase)
    : [...inTitle(phrase), points(entries.folded, phrase, [1, 3])];
}

const inTitle = (phrase: string): SQL[] => [
  sql`(case when ${entries.foldedTitle} = ${phrase} then 20 else 0 end)`,
  points(entries.foldedTitle, phrase, [4, 8]),
];

/** Whether it stands there as a whole is asked only of what holds it: for nearly all the rest that would be most of the work. */
const points = (text: SQLWrapper, phrase: string, [held, whole]: [number, number]): SQL =>
  sql`(case when ${text} not like ${containing(phrase)} then 0
    when ${text} ~ ${asWhole(phrase)} then ${whole}::float8 else ${held}::float8 end)`;

/** Points of the title alone: what was typed as a whole as in `scoreOf`, and each of its words. */
export function scoreOfTitle(terms: string[]): SQL<number> {
  const { foldedTitle: title } = entries;
  const held = terms.map(
    (term) => sql`(case when ${title} like ${containing(term)} then ${WORD_IN_TITLE} else 0 end)`,
  );
  return sql<number>`(${sql.join([...inTitle(terms.join(' ')), ...held], sql` + `)})::float8`;
}
