import { and, or, sql, type SQL } from 'drizzle-orm';
import { searchEntries as entries, searchPieces as listed, searchUnread as unread } from '../db/schema.ts';
import { containing } from './fold.ts';
import { tracesOf, type Traces } from './pieces.ts';

/**
 * Conditions on the folded text of entries. They are sets of row addresses (ctid), because PostgreSQL cannot estimate how
 * many entries hold a piece, and comparing the pieces of an entry without the index is slow.
 */

/** Matches entries that hold each of these texts, in any of its forms. */
export function holdEach(texts: string[][]): SQL | undefined {
  const indexed = texts.filter(isIndexed);
  const compared = texts.filter((forms) => !isIndexed(forms)).map(isLike);
  return and(indexed.length > 0 ? sql`${address} = any(array(${holding(indexed)}))` : undefined, ...compared);
}

/** Matches entries that hold the text. Use it inside a list of conditions. */
export const hold = (text: string): SQL =>
  isIndexed([text]) ? sql`${address} in (${holding([[text]])})` : isLike([text]);

export const address = sql`${entries}.ctid`;

/** Whether the index of pieces can find these forms. Otherwise the texts themselves are compared. */
const isIndexed = (forms: string[]): boolean =>
  forms.map(tracesOf).every(({ whole, patterns }) => whole.length + patterns.length > 0);

/** The concatenation makes PostgreSQL read a long text once instead of once for each form. */
const isLike = (forms: string[]): SQL =>
  sql`(${entries.folded} || '') like any(${sql.param(forms.map(containing))}::text[])`;

/** Forms with the same pieces. They differ only in the characters between the pieces. */
type Group = Traces & { forms: string[] };

function holding(texts: string[][]): SQL {
  const grouped = texts.map(groupsOf);
  const single = grouped.flatMap((groups) => (groups.length === 1 ? groups : []));
  const several = grouped.filter((groups) => groups.length > 1);
  const sets = several.map(
    (groups) =>
      sql`(${sql.join(
        groups.map((group) => withAll([group])),
        sql` union all `,
      )})`,
  );
  const all = single.length > 0 ? [withAll(single), ...sets] : sets;
  return sql`${sql.join(all, sql` intersect `)} union all ${unreadWith(and(...texts.map(isLike)))}`;
}

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
const TOO_MANY = sql.raw(`${AT_A_TIME + 1}`);

/**
 * Finds entries with the pieces of all groups. If every pattern fits few pieces, one condition has them all: the index then
 * skips entries without the rarest piece. If a pattern fits more, each pattern gets a set of its own.
 */
function withAll(groups: Group[]): SQL {
  const patterns = [...new Set(groups.flatMap((group) => group.patterns))];
  const whole = groups.flatMap((group) => group.whole);
  const isWhole = whole.length > 0 ? sql`${entries.pieces} @> ${sql.param(whole)}::text[]` : undefined;
  const isHeld = and(...groups.flatMap(({ isExact, forms }) => (isExact ? [] : isLike(forms))));
  const fitting = (pattern: string) => sql`select piece from ${listed} where piece like ${pattern}`;
  const together = patterns.map((pattern) => sql`${entries.pieces} && array(${fitting(pattern)})`);
  const areMany = or(
    ...patterns.map(
      (pattern) =>
        sql`(select count(*) from (${fitting(pattern)} limit ${TOO_MANY}) as first_ones) = ${TOO_MANY}`,
    ),
  );
  const atOnce = sql`select ${address} from ${entries} where ${and(areMany && sql`not (${areMany})`, isWhole, ...together, isHeld)}`;
  if (!areMany) return sql`(${atOnce})`;
  const each = patterns.map(
    (pattern) => sql`
      select held.ctid from (
        select array_agg(piece) as pieces from (
          select piece, row_number() over () / ${sql.raw(`${AT_A_TIME}`)} as portion from (${fitting(pattern)}) as fitting
        ) as numbered group by portion
      ) as asked cross join lateral (
        select ${address} from ${entries} where ${and(sql`${entries.pieces} && asked.pieces`, isWhole)}
      ) as held`,
  );
  const portions = sql`${address} = any(array(${sql.join(each, sql` intersect `)}))`;
  const inPortions = sql`select ${address} from ${entries} where ${and(areMany, portions, isHeld)}`;
  return sql`(${atOnce} union all ${inPortions})`;
}

/** Finds entries whose pieces are not listed yet, and entries of an older version of the product. */
const unreadWith = (condition: SQL | undefined): SQL => sql`
  select held.ctid from (select distinct kind, id from ${unread}) as written cross join lateral (
    select ${address} from ${entries}
    where ${and(sql`${entries.kind} = written.kind and ${entries.id} = written.id`, condition)} limit 1) as held
  union all select ${address} from ${entries} where ${and(sql`${entries.length} < 0`, condition)}`;
