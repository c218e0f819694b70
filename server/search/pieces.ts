import { and, sql, type SQL } from 'drizzle-orm';
import { searchEntries as entries, searchPieces as listed, searchUnread as unread } from '../db/schema.ts';
import { ofAnyLength } from '../db/prepared.ts';
import { containing } from './fold.ts';

/** Runs of letters and digits. Other characters, such as hyphens, are compared in the text itself. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer runs, such as data, are cut into pieces of this length. Each piece begins in the middle of the previous one. */
const LONGEST = 64;
const HALF = LONGEST / 2;

/** Returns the pieces of a folded text for the index: its distinct runs of letters and digits. */
export const piecesOf = (folded: string): string[] => [...new Set((folded.match(RUN) ?? []).flatMap(cut))];

function cut(run: string): string[] {
  if (run.length <= LONGEST) return [run];
  const letters = [...run];
  const pieces = [];
  for (let start = 0; start === 0 || start + HALF < letters.length; start += HALF)
    pieces.push(letters.slice(start, start + LONGEST).join(''));
  return pieces;
}

/**
 * The pieces of every text that holds `text`. `whole`: complete pieces. `patterns`: LIKE patterns that some piece matches.
 * `isExact`: every text with these pieces holds `text`. Without whole pieces and patterns, only the texts themselves can be
 * compared.
 */
type Traces = { whole: string[]; patterns: string[]; isExact: boolean };

/** Minimum length of a run at the end of a text. Too many pieces match shorter ones. */
const SHORTEST_END = 2;
/** Patterns of one text that the index looks up. The text itself is compared with the rest. */
const MOST = 4;

function tracesOf(text: string): Traces {
  const runs = [...text.matchAll(RUN)].map(({ 0: run, index }) => {
    const start = [...run].slice(0, HALF).join('');
    const isOpenBefore = index === 0;
    const isOpenBehind = start !== run || index + run.length === text.length;
    const pattern = `${isOpenBefore ? '%' : ''}${start}${isOpenBehind ? '%' : ''}`;
    return { start, pattern, isWhole: start === pattern };
  });
  const isExact = runs.length === 1 && runs[0]?.start === text;
  const usable = runs.filter(({ start, isWhole }) => isWhole || start.length >= SHORTEST_END);
  return {
    whole: usable.filter(({ isWhole }) => isWhole).map(({ start }) => start),
    patterns: usable.flatMap(({ isWhole, pattern }) => (isWhole ? [] : pattern)).slice(0, MOST),
    isExact,
  };
}

/**
 * Conditions on the folded text of entries. They are sets of row addresses (ctid), because PostgreSQL cannot estimate how
 * many entries hold a piece, and comparing the pieces of an entry without the index is slow.
 */

/** Matches entries that hold each of these texts, in any of its forms. */
export function holdEach(texts: string[][]): SQL | undefined {
  const indexed = texts.filter(isIndexed);
  const compared = areInText(texts.filter((forms) => !isIndexed(forms)));
  return and(indexed.length > 0 ? sql`${address} = any(array(${holding(indexed)}))` : undefined, compared);
}

/** Matches entries that hold the text. Use it inside a list of conditions. */
export const hold = (text: string): SQL =>
  isIndexed([text]) ? sql`${address} in (${holding([[text]])})` : isLike('any', [text]);

export const address = sql`${entries}.ctid`;

/** Whether the index of pieces can find these forms. Otherwise the texts themselves are compared. */
const isIndexed = (forms: string[]): boolean =>
  forms.map(tracesOf).every(({ whole, patterns }) => whole.length + patterns.length > 0);

/** The concatenation makes PostgreSQL read a long text once instead of once for each form. */
const isLike = (which: 'any' | 'all', texts: string[]): SQL =>
  sql`(${entries.folded} || '') like ${sql.raw(which)}(${ofAnyLength(texts.map(containing), 'text')})`;

/** Each of these texts is held in any of its forms. Those of one form are compared together. */
function areInText(texts: string[][]): SQL | undefined {
  const single = texts.flatMap((forms) => (forms.length === 1 ? forms : []));
  return and(
    single.length > 0 ? isLike('all', single) : undefined,
    ...texts.filter((forms) => forms.length !== 1).map((forms) => isLike('any', forms)),
  );
}

/** Forms with the same pieces. They differ only in the characters between the pieces. */
type Group = Traces & { forms: string[] };

function holding(texts: string[][]): SQL {
  const grouped = texts.map(groupsOf);
  const single = grouped.flatMap((groups) => (groups.length === 1 ? groups : []));
  const [first = [], ...others] = grouped.filter((groups) => groups.length > 1);
  // With the words of a single form beside it, each form of another word finds few entries.
  const all = [
    first.length > 0 ? withAny(first, single) : withAll(single),
    ...others.map((groups) => withAny(groups)),
  ];
  return sql`${sql.join(all, sql` intersect `)} union all ${unreadWith(areInText(texts))}`;
}

const withAny = (groups: Group[], others: Group[] = []): SQL =>
  sql`(${sql.join(
    groups.map((group) => withAll([group, ...others])),
    sql` union all `,
  )})`;

function groupsOf(forms: string[]): Group[] {
  const groups = new Map<string, Group>();
  for (const form of forms) {
    const traces = tracesOf(form);
    const key = JSON.stringify(traces);
    groups.set(key, { ...traces, forms: [...(groups.get(key)?.forms ?? []), form] });
  }
  return [...groups.values()];
}

/** Pieces that one condition compares. With more of them, the index compares each entry with too many. */
const AT_A_TIME = 256;
const TOO_MANY = sql.raw(String(AT_A_TIME + 1));

/** Entries whose texts are compared, which takes less time than looking up thousands of pieces. */
const FEW_ENTRIES = sql.raw('5000');

/** Numbers of words that a statement is made for. It repeats a word for the next of them, so that there are few statements to plan. */
const SIZES = [1, 2, 3, 4, 6, 8, 12];

/** Repeats the last value. An index looks it up once. */
export function padded<T>(values: T[]): T[] {
  const size = SIZES.find((each) => each >= values.length) ?? 0;
  return [
    ...values,
    ...values.slice(-1).flatMap((last) => Array<T>(Math.max(0, size - values.length)).fill(last)),
  ];
}

/**
 * Finds entries with the pieces of all groups. If every pattern fits few pieces, one condition has them all: the index then
 * skips entries without the rarest piece. If a pattern fits more, the entries with the pieces of the other patterns are
 * compared with the texts, or, if there are many of them too, each pattern gets a set of its own.
 */
function withAll(groups: Group[]): SQL {
  const patterns = [...new Set(groups.flatMap((group) => group.patterns))];
  const whole = groups.flatMap((group) => group.whole);
  const isWhole = whole.length > 0 ? sql`${entries.pieces} @> ${ofAnyLength(whole, 'text')}` : undefined;
  const isHeld = areInText(groups.flatMap(({ isExact, forms }) => (isExact ? [] : [forms])));
  if (patterns.length === 0) return sql`(select ${address} from ${entries} where ${and(isWhole, isHeld)})`;
  const given = sql`unnest(${ofAnyLength(patterns, 'text')}) with ordinality as given(pattern, n)`;
  const fitting = sql`select piece from ${listed} where piece like given.pattern`;
  const areMany = sql`(select max(cardinality(pieces)) from asked) = ${TOO_MANY}`;
  const areFew = sql`(exists (select from complete) and (select count(*) from few) <= ${FEW_ENTRIES})`;
  const atOnce = padded(patterns.map((_, n) => n + 1)).map(
    (n) => sql`${entries.pieces} && (select pieces from asked where n = (select ${n}::int))`,
  );
  const isInText = areInText(groups.map(({ forms }) => forms));
  return sql`(
    with asked as materialized (select n, array(${fitting} limit ${TOO_MANY}) as pieces from ${given}),
    complete as materialized (select pieces from asked where cardinality(pieces) < ${TOO_MANY}),
    few as materialized (
      select held.ctid from complete cross join lateral (
        select ${address} from ${entries} where ${areMany} and ${entries.pieces} && complete.pieces
      ) as held group by held.ctid having count(*) = (select count(*) from complete) limit ${FEW_ENTRIES} + 1)
    select ${address} from ${entries} where ${and(sql`not ${areMany}`, isWhole, ...atOnce, isHeld)}
    union all select ${address} from ${entries}
    where ${and(areMany, areFew, sql`${address} = any(array(select ctid from few))`, isInText)}
    union all select ${address} from ${entries}
    where ${and(areMany, sql`not ${areFew}`, sql`${address} = any(array(${inPortions(given, fitting)}))`, isWhole, isHeld)})`;
}

/** Selects the entries with a piece for each pattern. There may be thousands of pieces. */
const inPortions = (given: SQL, fitting: SQL): SQL => sql`
  select ctid from (
    select n, held.ctid from (
      select n, array_agg(piece) as pieces from (
        select n, piece, row_number() over (partition by n) / ${sql.raw(String(AT_A_TIME))} as portion
        from ${given} cross join lateral (${fitting}) as fitting
      ) as numbered group by n, portion
    ) as portions cross join lateral (
      select ${address} from ${entries} where ${entries.pieces} && portions.pieces
    ) as held group by n, held.ctid
  ) as held group by ctid having count(*) = (select count(*) from asked)`;

/** Finds entries whose pieces are not listed yet, and entries of an older version of the product. */
const unreadWith = (condition: SQL | undefined): SQL => sql`
  select held.ctid from (select distinct kind, id from ${unread}) as written cross join lateral (
    select ${address} from ${entries}
    where ${and(sql`${entries.kind} = written.kind and ${entries.id} = written.id`, condition)} limit 1) as held
  union all select ${address} from ${entries} where ${and(sql`${entries.length} < 0`, condition)}`;
