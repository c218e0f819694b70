import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Manifest } from './manifest.ts';

type Table = Manifest['tables'][number];
type Sequence = Manifest['sequences'][number];

/**
 * Tables without backup: sessions (everybody signs in again), short-lived challenges, counters and request keys, and
 * queued mails, which must not be sent twice.
 */
const LEFT_OUT = ['sessions', 'challenges', 'rate_limits', 'idempotency_keys', 'mails'];

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const named = ({ name, columns }: Omit<Table, 'rows'>) =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** Tables of the product with their stored (not generated) columns. */
export async function listTables(client: Client): Promise<Omit<Table, 'rows'>[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select t.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and table_name <> all ($1) group by t.table_name order by t.table_name`,
    [LEFT_OUT],
  );
  return rows;
}

/** Empties the tables that a backup leaves out, in a database recovered from its files. */
export async function emptyLeftOut(client: Client): Promise<void> {
  await client.query(`truncate ${LEFT_OUT.map(quoted).join(', ')}`);
}

/** Bytes of each table without its indexes, and of the stored files. */
export async function listSizes(
  client: Client,
  withObjects: boolean,
): Promise<{ tables: Map<string, number>; objects: number }> {
  const { rows } = await client.query<{ name: string; size: string }>(
    `select relname as name, pg_table_size(oid) as size from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)`,
    [LEFT_OUT],
  );
  const objects = withObjects
    ? await client.query<{ size: string | null }>('select sum(bytes) as size from objects')
    : undefined;
  return {
    tables: new Map(rows.map(({ name, size }) => [name, Number(size)])),
    objects: Number(objects?.rows[0]?.size ?? 0),
  };
}

/** Hashes of the migrations that created these tables, oldest first. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ hash }) => hash);
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows;
}

/** The rows of a table as text. `rows` is final once the stream has ended. */
export function copyOut(client: Client, table: Omit<Table, 'rows'>): { stream: Readable; rows(): number } {
  const copy = client.query(to(`copy ${named(table)} to stdout`));
  return { stream: copy, rows: () => copy.rowCount };
}

/** Fills a table and returns the number of rows. */
export async function copyIn(
  client: Client,
  table: Table,
  rows: Readable,
  signal?: AbortSignal,
): Promise<number> {
  const copy = client.query(from(`copy ${named(table)} from stdin`));
  await pipeline(rows, copy, { signal });
  return copy.rowCount;
}

/**
 * Disables triggers and foreign keys of all tables while `work` runs, since rows arrive table by table. The table owner
 * may do so without being superuser. Foreign keys are verified when they are restored.
 */
export async function withoutChecks(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  const { rows: tables } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  await work();
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
}

/** Removes rows that migrations inserted. */
export async function emptyTable(client: Client, { name }: Table): Promise<void> {
  await client.query(`delete from ${quoted(name)}`);
}

export async function setSequences(client: Client, sequences: Sequence[]): Promise<void> {
  for (const { name, last } of sequences) {
    if (last !== null) await client.query('select setval($1::regclass, $2)', [quoted(name), last]);
  }
}
