import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import { StartRefused } from '../config.ts';
import { productVersion } from '../product-version.ts';

/** Where Drizzle records migrations. Its comment is the product that migrated last, which every older product can read. */
const TABLE = 'drizzle.__drizzle_migrations';

/** Creates it as Drizzle does. */
export const CREATE_MIGRATIONS_TABLE = `create schema if not exists drizzle;
  create table if not exists ${TABLE} (id serial primary key, hash text not null, created_at bigint)`;

/** `by` is null when the product did not record itself, `last` when there is no migration. */
type Migrated = { by: string | null; last: number | null };

async function findMigrated(client: Client): Promise<Migrated> {
  const { rows } = await client.query<{ by: string | null; exists: boolean }>(
    `select obj_description(to_regclass($1), 'pg_class') as by, to_regclass($1) is not null as exists`,
    [TABLE],
  );
  const { by = null, exists = false } = rows[0] ?? {};
  if (!exists) return { by, last: null };
  const newest = await client.query<{ last: string | null }>(`select max(created_at) as last from ${TABLE}`);
  const last = newest.rows[0]?.last ?? null;
  return { by, last: last === null ? null : Number(last) };
}

const newestIn = (folder: string): number =>
  Math.max(...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis));

/** Throws StartRefused when a newer product has migrated the database: Drizzle would do nothing, and queries would fail. */
export async function refuseNewer(client: Client, folder: string): Promise<void> {
  const { by, last } = await findMigrated(client);
  if (last === null || last <= newestIn(folder)) return;
  const own = ownName();
  const other = by === null || by === own ? 'another Ops Hub, of an unknown version' : by;
  throw new StartRefused(
    `The database was migrated by ${other}, which is newer than this ${own}. Start that version or a later one, or restore ` +
      'a backup that this version made.',
  );
}

/** Records this product before it migrates, so that a kill cannot leave its migrations without its name. */
export async function noteMigration(client: Client, folder: string): Promise<void> {
  const { by, last } = await findMigrated(client);
  if (by !== null && last === newestIn(folder)) return;
  await client.query(
    `${CREATE_MIGRATIONS_TABLE}; comment on table ${TABLE} is ${client.escapeLiteral(ownName())}`,
  );
}

const ownName = () => `Ops Hub ${productVersion()}`;
