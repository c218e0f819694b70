import { and, eq, inArray, not, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { UNCATEGORIZED } from '../../contract/calls/documents.ts';
import { mayRead, type QueryReader } from '../access/may-read.ts';
import type { SearchKind } from '../../contract/calls/search.ts';
import {
  searchEntries as entries,
  documents,
  serverDocuments,
  servers,
  teamMembers,
  users,
} from '../db/schema.ts';
import { asBeginning, containing, foldedColumn } from './fold.ts';
import { hold, holdEach, padded } from './pieces.ts';
import { fold, foldLine } from '../../contract/shared/fold.ts';
import { addressForm } from '../../contract/shared/address-forms.ts';
import { joinedName } from '../../contract/shared/joined-names.ts';
import {
  partsOfName,
  AGE,
  beginningOf,
  DAY,
  type SearchWords,
  type Operator,
  type OperatorName,
} from '../../contract/shared/search-words.ts';

export type SearchFilters = {
  type?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
};

/** Treats entries without a category as uncategorized. The index has the same expression. */
export const categoryOf = sql`coalesce(${entries.category}, ${sql.raw(`'${UNCATEGORIZED}'`)})`;

/** Terms of a query that are compared as text. The rest of a long query is ignored. */
const LOOKED_FOR = 12;

/** An identifier with more parts is a sentence or data. */
const MOST_PARTS = 12;
const JOINTS = ['', ' ', '-', '_', '.'];

/**
 * Returns other spellings of an identifier: "disk full", disk-full, disk_full and DiskFull are equal. A name with digits is
 * also found without its joints: web-01 and web01. An address is found in all notations.
 */
function otherForms(typed: string): string[] {
  const address = addressForm(foldLine(typed));
  if (address !== undefined) return [address];
  if (/\d/.test(typed)) return [joinedName(foldLine(typed)) ?? []].flat();
  const parts = partsOfName(typed);
  if (parts.length < 2 || parts.length > MOST_PARTS) return [];
  return JOINTS.map((joint) => parts.join(joint)).filter((form) => form !== foldLine(typed));
}

/** Each word in the forms in which it is looked for. */
export const formsOf = (typed: string[]): string[][] =>
  typed.slice(0, LOOKED_FOR).map((word) => [foldLine(word), ...otherForms(word)]);

/** Matches entries that hold every word in any of its forms, and every quoted text exactly. */
export const holdsAll = (typed: string[], quoted: string[] = []): SQL | undefined =>
  holdEach([
    ...formsOf(typed).filter(([form]) => form === undefined || !quoted.includes(form)),
    ...quoted.map((text) => [text]),
  ]);

/**
 * Matches entries whose title contains every word. Each pattern is a subquery, because the planner would otherwise compare
 * it with samples of the titles. That takes longer than using the index.
 */
export function titleHoldsAll(typed: string[]): SQL | undefined {
  const forms = formsOf(typed);
  const single = forms.filter(({ length }) => length === 1);
  return and(
    ...[...padded(single), ...forms.filter(({ length }) => length !== 1)].map((some) =>
      or(...some.map((form) => sql`${entries.foldedTitle} like (select ${containing(form)})`)),
    ),
  );
}

/** Matches entries with a word, or a part of a name, that begins with the text. */
const holdsBeginning = (text: string): SQL => sql`${entries.folded} ~ ${asBeginning(text)}`;

/** Matches entries by everything except the terms: kinds, readers, filters, operators and excluded terms. */
export function allowed(
  kinds: SearchKind[],
  reader: QueryReader,
  { beginnings, excluded, operators, timeZone }: SearchWords,
  filters: SearchFilters = {},
): SQL | undefined {
  return and(
    mayRead(reader, entries.readers),
    ofFilters(kinds, filters),
    ...beginnings.map(holdsBeginning),
    ...excluded.map((term) => {
      const beginning = beginningOf(term);
      return not(beginning === undefined ? hold(term) : holdsBeginning(beginning));
    }),
    ...operators.map((operator) => conditionOf(operator, timeZone)),
  );
}

const ofFilters = (kinds: SearchKind[], { type, category, tag }: SearchFilters) =>
  and(
    inArray(entries.kind, kinds),
    type === undefined ? undefined : eq(entries.type, type),
    category === undefined ? undefined : sql`${categoryOf} = ${category}`,
    tag === undefined ? undefined : sql`${entries.tags} @> array[${tag}]::text[]`,
  );

/** If only filters are set, the tables of counts have the result. */
export const isBlank = ({ terms, operators }: SearchWords): boolean => terms.length + operators.length === 0;

/** Keeps letters and digits only, so that how-to, how_to and "How To" are the same type. */
const bare = (value: string) => fold(value).replace(/[\s_-]+/g, '');

const UNITS: Record<string, string> = { h: 'hours', d: 'days', w: 'weeks', m: 'months', y: 'years' };

/** Returns the condition of an operator. */
function conditionOf({ name, value, isNot, text }: Operator, timeZone: string): SQL {
  // Text may look like an operator: "status:500" in a log, or the image "tag:latest".
  const condition = sql`(${CONDITIONS[name](value, timeZone)} or ${hold(text)})`;
  return isNot ? sql`not coalesce(${condition}, false)` : condition;
}

const starts = (value: string) => containing(value).slice(1);
/** Matches a column that begins with the value, or holds it, without regard to case and accents. */
const begins = (column: SQLWrapper, value: string) =>
  sql`${foldedColumn(column)} like ${starts(fold(value))}`;
const holds = (column: SQLWrapper, value: string) =>
  sql`${foldedColumn(column)} like ${containing(fold(value))}`;

const CONDITIONS: Record<OperatorName, (value: string, timeZone: string) => SQL> = {
  type: (value) =>
    sql`(${entries.kind} like ${starts(bare(value))}
      or ${entries.kind} = 'document' and replace(replace(${entries.type}, '-', ''), '_', '') like ${starts(bare(value))}
      or ${entries.kind} = 'server' and ${entries.id} in (select id from ${servers} where ${begins(servers.serverType, value)}))`,
  category: (value) =>
    sql`${entries.kind} = 'document' and ${begins(sql`coalesce(${entries.category}, 'Uncategorized')`, value)}`,
  tag: (value) => sql`exists (select 1 from unnest(${entries.tags}) as tag where ${begins(sql`tag`, value)})`,
  author: (value) =>
    sql`${entries.kind} = 'document' and ${entries.id} in (
      select d.id from ${documents} as d join ${users} as u on u.id in (d.author_id, d.last_updated_by)
      where ${holds(sql`concat_ws(' ', u.first_name, u.last_name, u.email)`, value)} or u.id::text = ${value}
        or ${holds(sql`concat_ws(' ', d.author_elsewhere, d.updater_elsewhere)`, value)})`,
  server: (value) =>
    sql`(${entries.kind} = 'server' and ${entries.foldedTitle} like ${containing(fold(value))}
      or ${entries.kind} = 'document' and ${entries.id} in (
        select l.document_id from ${serverDocuments} as l join ${servers} as s on s.id = l.server_id
        where ${holds(sql`s.name`, value)}))`,
  env: (value) => sql`${entries.kind} = 'server' and ${begins(entries.type, value)}`,
  status: (value) =>
    sql`(${entries.kind} = 'server' and ${begins(entries.category, value)}
      or ${entries.kind} = 'document' and ${entries.id} in (
        select id from ${documents} where is_published = ${'published'.startsWith(fold(value))})
        and (${'published'.startsWith(fold(value))} or ${'draft'.startsWith(fold(value))})
      or ${entries.kind} = 'member' and ${entries.id} in (select id from ${teamMembers} where ${begins(sql`status`, value)}))`,
  updated,
};

/**
 * `>30d`: more than 30 days ago. `<7d` and `7d`: within 7 days. `>2026-01-31`: after that day. Without a sign: on that day.
 * Days begin and end in the reader's time zone.
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
