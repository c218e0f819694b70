import { and, sql, type SQL } from 'drizzle-orm';
import { searchEntries as entries, searchPieces as known, searchUnread as unread } from '../db/schema.ts';
import { containing } from './fold.ts';
import { tracesOf, type Traces } from './pieces.ts';

/**
 * Conditions on the text of entries, folded. They are sets of row addresses (ctid): PostgreSQL can neither estimate nor repeat the
 * search for a piece cheaply, and a set is made once, from the index alone.
 */

/** Entries that hold each of these texts; each in one of its forms. */
export function holdEach(texts: string[][]): SQL | undefined {
  const sets = texts.flatMap((forms) => setOf(forms) ?? []);
  const compared = texts.filter((forms) => setOf(forms) === undefined);
  return and(
    sets.length === 0 ? undefined : sql`${address} = any(array(${sql.join(sets, sql` intersect `)}))`,
    ...compared.map(isLike),
  );
}

/** The same of one text, as one of several conditions. */
export function hold(text: string): SQL {
  const set = setOf([text]);
  return set === undefined ? isLike([text]) : sql`${address} in (${set})`;
}

export const address = sql`${entries}.ctid`;

/** Each long text is read once, by the concatenation, and not once for each form. */
const isLike = (forms: string[]): SQL =>
  sql`(${entries.folded} || '') like any(${sql.param(forms.map(containing))}::text[])`;

/** Addresses of the entries that hold one of the forms; undefined where only the texts can tell. */
function setOf(forms: string[]): SQL | undefined {
  const traces = forms.map((form) => ({ form, ...tracesOf(form) }));
  if (traces.some(({ whole, patterns }) => whole.length + patterns.length === 0)) return undefined;
  // The forms of an identifier have the same pieces and differ in what joins them.
  const groups = Map.groupBy(traces, ({ whole, patterns, isExact }) =>
    JSON.stringify([whole, patterns, isExact]),
  );
  const sets = [...groups.values()].flatMap(([first, ...others]) =>
    first
      ? [
          setBy(
            first,
            [first, ...others].map(({ form }) => form),
          ),
        ]
      : [],
  );
  return sql`(${sql.join([...sets, unreadLike(forms)], sql` union all `)})`;
}

const setBy = (traces: Traces, forms: string[]): SQL =>
  traces.isExact
    ? withPieces(traces)
    : sql`select ${address} from ${entries} where ${address} = any(array(${withPieces(traces)})) and ${isLike(forms)}`;

/** Pieces that are asked for at a time: with more of them, the index compares each entry with too many. */
const AT_A_TIME = 64;

function withPieces({ whole, patterns }: Traces): SQL {
  const isWhole = sql`${entries.pieces} @> ${sql.param(whole)}::text[]`;
  if (patterns.length === 0) return sql`select ${address} from ${entries} where ${isWhole}`;
  const sets = patterns.map(
    (pattern) => sql`
      select held.ctid from (
        select array_agg(piece) as pieces from (
          select piece, row_number() over () / ${sql.raw(`${AT_A_TIME}`)} as portion from ${known} where piece like ${pattern}
        ) as numbered group by portion
      ) as known cross join lateral (
        select ${address} from ${entries} where ${entries.pieces} && known.pieces ${whole.length > 0 ? sql`and ${isWhole}` : sql``}
      ) as held`,
  );
  return sql.join(sets, sql` intersect `);
}

/** Entries whose pieces are not among the known ones yet, and those that an older version of the product made. */
const unreadLike = (forms: string[]): SQL => sql`
  select held.ctid from (select distinct kind, id from ${unread}) as written cross join lateral (
    select ${address} from ${entries}
    where ${entries.kind} = written.kind and ${entries.id} = written.id and ${isLike(forms)} limit 1) as held
  union all select ${address} from ${entries} where ${entries.length} < 0 and ${isLike(forms)}`;
