import { and, eq, inArray, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { UNCATEGORIZED } from '../../contract/documents.ts';
import type { SearchKind } from '../../contract/search.ts';
import {
  searchCounts as counts,
  searchEntries as entries,
  documents,
  serverDocuments,
  servers,
  teamMembers,
  users,
} from '../db/schema.ts';
import { containing } from './fold.ts';
import { hold, holdEach } from './holding.ts';
import { fold, foldLine } from '../../contract/fold.ts';
import {
  partsOfName,
  AGE,
  DAY,
  type SearchWords,
  type Operator,
  type OperatorName,
} from '../../contract/search-words.ts';

export type SearchFilters = {
  type?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
};

/** Those without a category and those that say so themselves; written as its index is. */
export const categoryOf = sql`coalesce(${entries.category}, ${sql.raw(`'${UNCATEGORIZED}'`)})`;

/** Terms that are looked for letter by letter; of a longer text the first ones. */
const LOOKED_FOR = 12;

/** An identifier of more parts is a sentence or data. */
const MOST_PARTS = 12;
const JOINTS = ['', ' ', '-', '_', '.'];

/** An identifier written in other ways: "disk full", disk-full, disk_full and DiskFull are one. Names with figures are exact. */
function otherForms(typed: string): string[] {
  const parts = /\d/.test(typed) ? [] : partsOfName(typed);
  if (parts.length < 2 || parts.length > MOST_PARTS) return [];
  return JOINTS.map((joint) => parts.join(joint)).filter((form) => form !== foldLine(typed));
}

const formsOf = (typed: string[]): string[][] =>
  typed.slice(0, LOOKED_FOR).map((word) => [foldLine(word), ...otherForms(word)]);

/** Entries that hold every word somewhere, as it was typed or in another form; what was quoted as it was typed. */
export const holdsAll = (typed: string[], quoted: string[] = []): SQL | undefined =>
  holdEach([
    ...formsOf(typed).filter(([form]) => form === undefined || !quoted.includes(form)),
    ...quoted.map((text) => [text]),
  ]);

/**
 * Entries whose title contains every word. The patterns come as queries of their own: to hold each of them against samples of the
 * titles beforehand takes longer than to ask the index.
 */
export const titleHoldsAll = (typed: string[]): SQL | undefined =>
  and(
    ...formsOf(typed).map((forms) =>
      or(...forms.map((form) => sql`${entries.foldedTitle} like (select ${containing(form)})`)),
    ),
  );

/** What is asked for beside the terms: kinds, filters, operators, and what must not be there. */
export function allowed(
  kinds: SearchKind[],
  { excluded, operators, timeZone }: SearchWords,
  { type, category, tag }: SearchFilters = {},
): SQL | undefined {
  return and(
    inArray(entries.kind, kinds),
    ...excluded.map((term) => not(hold(term))),
    ...operators.map((operator) => conditionOf(operator, timeZone)),
    type === undefined ? undefined : eq(entries.type, type),
    category === undefined ? undefined : sql`${categoryOf} = ${category}`,
    tag === undefined ? undefined : sql`${entries.tags} @> array[${tag}]::text[]`,
  );
}

/** Where nothing but the filters is asked for, the counted rows answer. */
export const isBlank = ({ terms, operators }: SearchWords): boolean => terms.length + operators.length === 0;

/** What stands in a row of counts for any type, for any category and for a thing whatever its tags. */
const ANY = { type: '*', category: '', tag: '' };

/** The counts that together count each thing once; with `by`, once for each value that it has of that. */
export const countsOf = (kinds: SearchKind[], filters: SearchFilters, by?: keyof SearchFilters) =>
  and(
    inArray(counts.kind, kinds),
    ...(['type', 'category', 'tag'] as const).map((column) =>
      column === by ? ne(counts[column], ANY[column]) : eq(counts[column], filters[column] ?? ANY[column]),
    ),
  );

/** Letters and digits alone, so that how-to, how_to and "How To" are the same type. */
const bare = (value: string) => fold(value).replace(/[\s_-]+/g, '');

const UNITS: Record<string, string> = { h: 'hours', d: 'days', w: 'weeks', m: 'months', y: 'years' };

/** The condition that an operator puts on the entries. */
function conditionOf({ name, value, isNot, text }: Operator, timeZone: string): SQL {
  // What reads like an operator may be a text as well: a log that says "status:500", an image "tag:latest".
  const condition = sql`(${CONDITIONS[name](value, timeZone)} or ${hold(text)})`;
  return isNot ? sql`not coalesce(${condition}, false)` : condition;
}

const starts = (value: string) => containing(value).slice(1);

const CONDITIONS: Record<OperatorName, (value: string, timeZone: string) => SQL> = {
  type: (value) =>
    sql`(${entries.kind} like ${starts(bare(value))}
      or ${entries.kind} = 'document' and replace(replace(${entries.type}, '-', ''), '_', '') like ${starts(bare(value))}
      or ${entries.kind} = 'server' and ${entries.id} in (select id from ${servers} where server_type ilike ${starts(value)}))`,
  category: (value) =>
    sql`${entries.kind} = 'document' and coalesce(${entries.category}, 'Uncategorized') ilike ${starts(value)}`,
  tag: (value) => sql`exists (select 1 from unnest(${entries.tags}) as tag where tag ilike ${starts(value)})`,
  author: (value) =>
    sql`${entries.kind} = 'document' and ${entries.id} in (
      select d.id from ${documents} as d join ${users} as u on u.id in (d.author_id, d.last_updated_by)
      where concat_ws(' ', u.first_name, u.last_name, u.email) ilike ${containing(value)} or u.id::text = ${value}
        or concat_ws(' ', d.author_elsewhere, d.updater_elsewhere) ilike ${containing(value)})`,
  server: (value) =>
    sql`(${entries.kind} = 'server' and ${entries.foldedTitle} like ${containing(fold(value))}
      or ${entries.kind} = 'document' and ${entries.id} in (
        select l.document_id from ${serverDocuments} as l join ${servers} as s on s.id = l.server_id
        where s.name ilike ${containing(value)}))`,
  env: (value) => sql`${entries.kind} = 'server' and ${entries.type} ilike ${starts(value)}`,
  status: (value) =>
    sql`(${entries.kind} = 'server' and ${entries.category} ilike ${starts(value)}
      or ${entries.kind} = 'document' and ${entries.id} in (
        select id from ${documents} where is_published = ${'published'.startsWith(fold(value))})
        and (${'published'.startsWith(fold(value))} or ${'draft'.startsWith(fold(value))})
      or ${entries.kind} = 'member' and ${entries.id} in (select id from ${teamMembers} where status ilike ${starts(value)}))`,
  updated,
};

/**
 * `>30d`: longer ago than that. `<7d` and `7d`: since then. `>2026-01-31`: after that day; without a sign: on it. Days begin
 * and end in the time zone of the reader.
 */
function updated(value: string, timeZone: string): SQL {
  const [, sign, count, unit = 'd'] = AGE.exec(value) ?? [];
  if (count !== undefined) {
    const then = sql`now() - ${`${count} ${UNITS[unit]}`}::interval`;
    return sign === '>' ? sql`${entries.updatedAt} < ${then}` : sql`${entries.updatedAt} >= ${then}`;
  }
  const [, of, day] = DAY.exec(value) ?? [];
  const start = sql`(${day}::date::timestamp at time zone ${timeZone})`;
  const end = sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`;
  if (of === '>') return sql`${entries.updatedAt} >= ${end}`;
  if (of === '<') return sql`${entries.updatedAt} < ${start}`;
  return sql`(${entries.updatedAt} >= ${start} and ${entries.updatedAt} < ${end})`;
}
