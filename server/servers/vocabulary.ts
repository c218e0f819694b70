import { and, inArray, or, sql } from 'drizzle-orm';
import { fieldOf, serverFields, type ServerField } from '../../contract/server-fields.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { servers, users } from '../db/schema.ts';

/** What the inventory calls things at this moment. */

export type NamedValue = { field: ServerField; value: string };

/** Every different value of the fields; a field that is searched with another one counts as that. */
export async function listValues(db: Db, fields: readonly ServerField[]): Promise<NamedValue[]> {
  const columns = fields.flatMap((field) =>
    columnsOf(field).map((column) => sql`(${field}::text, ${column}::text)`),
  );
  const { rows } = await db.execute<NamedValue>(sql`
    select distinct field, value from ${servers} left join ${users} on ${users.id} = ${servers.managedBy},
      lateral (values ${sql.join(columns, sql`, `)}) as named (field, value)
    where ${notInBin(servers)} and trim(value) <> '' order by field, value`);
  return rows;
}

const columnsOf = (field: ServerField) =>
  field === 'managedBy'
    ? [sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`]
    : serverFields.flatMap((other) =>
        other === field || fieldOf(other).searchedWith === field ? [sql`${servers[other]}`] : [],
      );

type NamedHost = {
  id: string;
  name: string;
  /** In lower case, all that it is called by. */ names: string[];
};

/** Servers that are called by one of the texts, in lower case: by name, host name, the first part of it, or address. */
export async function findByAnyName(db: Db, texts: string[]): Promise<NamedHost[]> {
  if (texts.length === 0) return [];
  const rows = await db
    .select({ id: servers.id, name: servers.name, hostname: servers.hostname, ip: servers.ipAddress })
    .from(servers)
    .where(
      and(
        notInBin(servers),
        or(
          inArray(sql`lower(${servers.name})`, texts),
          inArray(sql`lower(${servers.hostname})`, texts),
          inArray(sql`split_part(lower(${servers.hostname}), '.', 1)`, texts),
          inArray(sql`lower(${servers.ipAddress})`, texts),
        ),
      ),
    )
    .limit(100);
  return rows.map(({ id, name, hostname, ip }) => ({
    id,
    name,
    names: [name, hostname, hostname?.split('.')[0], ip].flatMap((one) => one?.toLowerCase() ?? []),
  }));
}

/** Those of the words that some server holds in its texts. */
export async function wordsInTexts(db: Db, words: string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const list = sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  );
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from unnest(array[${list}]::text[]) as word
    where exists (select 1 from ${servers} where ${notInBin(servers)} and strpos(${servers.folded}, word) > 0)`);
  return new Set(rows.map(({ word }) => word));
}
