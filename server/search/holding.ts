import { and, or, sql, type SQL } from 'drizzle-orm';
import { searchEntries as entries, searchPieces as listed, searchUnread as unread } from '../db/schema.ts';
import { containing } from './fold.ts';
import { tracesOf, type Traces } from './pieces.ts';

/**
 * Conditions on the folded text of entries. They are sets of row addresses (ctid), because PostgreSQL cannot estimate how many entries
 * hold a piece, and takes long to compare the pieces of an entry without the index.
 */

/** Entries that hold each of these texts; each in one of its forms. */
export function holdEach(texts: string[][]): SQL | undefined {
  const asked = texts.filter(isIndexed);
  const compared = texts.filter((forms) => !isIndexed(forms)).map(isLike);
  return and(asked.length > 0 ? sql`${address} = any(array(${holding(asked)}))` : undefined, ...compared);
}

/** The same of one text, as one of several conditions. */
export const hold = (text: string): SQL =>
  isIndexed([text]) ? sql`${address} in (${holding([[text]])})` : isLike([text]);

export const address = sql`${entries}.ctid`;

/** Whether the pieces can tell; otherwise only the texts themselves can. */
const isIndexed = (forms: string[]): boolean =>
  forms.map(tracesOf).every(({ whole, patterns }) => whole.length + patterns.length > 0);

/** The concatenation makes PostgreSQL read a long text once and not for each form. */
const isLike = (forms: string[]): SQL =>
  sql`(${entries.folded} || '') like any(${sql.param(forms.map(containing))}::text[])`;

/** Forms with the same pieces, which differ in what joins them. */
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

/** Pieces that are asked for at a time: with more of them, the index compares each entry with too many. */
const AT_A_TIME = 256;
const TOO_MANY = sql.raw(`${AT_A_TIME + 1}`);

/**
 * Entries with the pieces of all groups. Few pieces for each pattern are asked for together: the index then skips what the rarest of
 * them does not have. If some pattern has more, each has a set of its own.
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

/** Entries whose pieces are not listed yet, and those that an older version of the product made. */
const unreadWith = (condition: SQL | undefined): SQL => sql`
  select held.ctid from (select distinct kind, id from ${unread}) as written cross join lateral (
    select ${address} from ${entries}
    where ${and(sql`${entries.kind} = written.kind and ${entries.id} = written.id`, condition)} limit 1) as held
  union all select ${address} from ${entries} where ${and(sql`${entries.length} < 0`, condition)}`;
