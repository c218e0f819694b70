import { and, sql, type SQL } from 'drizzle-orm';
import { MAX_FIELD_VALUES, type FieldValuesQuery } from '../../contract/calls/field-values.ts';
import { QUERY_LIMITS } from '../../contract/shared/server-words.ts';
import { fieldOf, groupFields, serverFields, type ServerField } from '../../contract/shared/server-fields.ts';
import { fold } from '../../contract/shared/fold.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { nameOf } from '../db/person-name.ts';
import { servers, serverValues, users } from '../db/schema.ts';
import { SERVER_NAMES } from '../db/indexed.ts';
import { asWhole, containing, foldedColumn } from '../search/fold.ts';

/** Names and values that the inventory currently uses. */

export type NamedValue = { field: ServerField; value: string };

/** Fields whose values people mention in questions. */
const NAMED: readonly string[] = groupFields.filter((field) =>
  ['text', 'account'].includes(fieldOf(field).kind),
);
/** Fields whose values a trigger counts (`values_of_server` in the migrations), with the field for searching each. */
const COUNTED = serverFields.flatMap((stored) => {
  const field = fieldOf(stored).searchedWith ?? stored;
  return NAMED.includes(field) ? [{ stored, field }] : [];
});

/** All distinct values of these fields. */
export async function listValues(db: Db): Promise<NamedValue[]> {
  const searched = COUNTED.map(({ stored, field }) => sql`(${stored}::text, ${field}::text)`);
  const { rows } = await db.execute<NamedValue>(sql`
    select distinct named.field,
      case named.field when 'managedBy' then concat_ws(' ', manager.first_name, manager.last_name) else held.value end as value
    from (values ${sql.join(searched, sql`, `)}) as named (stored, field)
    join (select field, value from ${serverValues} group by field, value having sum(count) > 0) as held on held.field = named.stored
    left join ${users} as manager on named.field = 'managedBy' and manager.id::text = held.value
    order by 1, 2`);
  return rows.filter(({ value }) => value.trim() !== '');
}

/** Values of a field on servers outside the bin, most frequent first; for the manager, names. */
export async function listFieldValues(db: Db, { field, q = '' }: FieldValuesQuery): Promise<string[]> {
  const held = COUNTED.some(({ stored }) => stored === field)
    ? sql`select value, sum(count) as many from ${serverValues} where field = ${field} group by value having sum(count) > 0`
    : sql`select ${servers[field]}::text as value, count(*) as many from ${servers} where ${notInBin(servers)} group by 1`;
  const named =
    field === 'managedBy'
      ? sql`select ${nameOf(users)} as value, many from (${held}) as held join ${users} on ${users.id}::text = held.value`
      : held;
  const folded = fold(q.trim());
  // A filter condition has a limited length, so longer texts are not offered.
  const { rows } = await db.execute<{ value: string }>(sql`
    select value from (${named}) as named
    where value <> '' and length(value) <= ${QUERY_LIMITS.value} and value !~ '[[:cntrl:]]'
      and ${folded === '' ? sql`true` : sql`${foldedColumn(sql`value`)} like ${containing(folded)}`}
    group by value order by sum(many) desc, ${byName(sql`value`)} limit ${MAX_FIELD_VALUES}`);
  return rows.map(({ value }) => value);
}

type NamedHost = {
  id: string;
  name: string;
  /** In lower case, all that it is called by. */ names: string[];
};

/**
 * Whether a server has one of these lower-case names. The names are a subquery, so that PostgreSQL plans without knowing
 * them: it would take hundreds of names for a reason to read every server.
 */
export const isCalledAnyOf = (texts: string[]) =>
  sql`${SERVER_NAMES} && (select ${sql.param(texts)}::text[])`;

/** Servers with one of these lower-case names: name, host name, its first label, or address. */
export async function findByAnyName(db: Db, texts: string[]): Promise<NamedHost[]> {
  if (texts.length === 0) return [];
  const rows = await db
    .select({ id: servers.id, name: servers.name, hostname: servers.hostname, ip: servers.ipAddress })
    .from(servers)
    .where(and(notInBin(servers), isCalledAnyOf(texts)))
    .limit(100);
  return rows.map(({ id, name, hostname, ip }) => ({
    id,
    name,
    names: [name, hostname, hostname?.split('.')[0], ip].flatMap((one) => one?.toLowerCase() ?? []),
  }));
}

/** Name and first label in lower case, without the joints that people leave out. */
const bareNames = (omitted = '-_. '): SQL =>
  sql`array[translate(lower(${servers.name}), ${omitted}, ''), translate(lower(split_part(${servers.hostname}, '.', 1)), ${omitted}, '')]`;

/** Whether a server has a name that differs from one of these only by joints and by zeros before numbers. */
export function isCalledLike(texts: string[]): SQL {
  const asked = texts.map(bareName);
  const withoutAnyZero = asked.map((name) => name.replaceAll('0', ''));
  // Comparing without any zero is fast and leaves few names to compare exactly.
  return sql`(${bareNames('-_. 0')} && ${sql.param(withoutAnyZero)}::text[] and exists (select 1 from unnest(${bareNames()}) as name
    where regexp_replace(name, '(^|[^0-9])0+(?=[0-9])', '\\1', 'g') = any(${sql.param(asked)}::text[])))`;
}

/** A name in lower case without joints and without the zeros before a number. */
export const bareName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[-_. ]/g, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');

/** Servers whose name or first label is like one of these. `bare` are both names in lower case without joints. */
export async function findLikeNames(
  db: Db,
  texts: string[],
): Promise<{ id: string; name: string; bare: (string | null)[] }[]> {
  if (texts.length === 0) return [];
  return db
    .select({ id: servers.id, name: servers.name, bare: sql<(string | null)[]>`${bareNames()}` })
    .from(servers)
    .where(and(notInBin(servers), isCalledLike(texts)))
    .limit(100);
}

/** Servers whose names begin alike: candidates for what a person meant by a name that no server has. */
export async function findNearNames(db: Db, text: string): Promise<{ id: string; name: string }[]> {
  const beginning = fold(text).slice(0, 2);
  return db
    .select({ id: servers.id, name: servers.name })
    .from(servers)
    .where(and(notInBin(servers), sql`starts_with(lower(${servers.name}), ${beginning})`))
    .orderBy(byName(servers.name))
    .limit(500);
}

export async function isBeginningOfName(db: Db, text: string): Promise<boolean> {
  const begins = sql`starts_with(lower(${servers.name}), ${fold(text)})`;
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .where(and(notInBin(servers), begins))
    .limit(1);
  return rows.length > 0;
}

/** Words that occur in the texts of some server, and whether some text contains them as whole words. */
export async function wordsInTexts(db: Db, words: string[]): Promise<Map<string, { isWhole: boolean }>> {
  if (words.length === 0) return new Map();
  const list = (texts: string[]) =>
    sql`array[${sql.join(
      texts.map((text) => sql`${text}`),
      sql`, `,
    )}]::text[]`;
  const held = (more: SQL) => sql`exists (select 1 from ${servers}
    where ${notInBin(servers)} and strpos(${servers.folded}, word) > 0 ${more})`;
  const { rows } = await db.execute<{ word: string; isWhole: boolean }>(sql`
    select word, ${held(sql`and ${servers.folded} ~ whole`)} as "isWhole"
    from unnest(${list(words)}, ${list(words.map(asWhole))}) as asked(word, whole) where ${held(sql``)}`);
  return new Map(rows.map(({ word, isWhole }) => [word, { isWhole }]));
}
