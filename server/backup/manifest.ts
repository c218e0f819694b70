import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import * as z from 'zod';
import { MIGRATIONS } from '../db/open.ts';

/** Of the file as a whole; a later one is refused. */
export const FORMAT = 1;

/** Where things are in the zip. The manifest is written last: a file without one was never finished. */
export const inZip = {
  manifest: 'manifest.json',
  secret: 'secret',
  table: (name: string) => `tables/${name}`,
  objects: 'objects/',
};

const count = z.number().int().min(0);

/** What a backup is of. Rows, values of sequences and migrations are those of one moment. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Of the product. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** Hashes, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  /** Null where objects are in a store of their own. */
  objects: z.object({ files: count, bytes: count }).nullable(),
  hasSecret: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

const ownMigrations = () => readMigrationFiles({ migrationsFolder: MIGRATIONS });

/** True when this product knows every migration of a backup, in the same order. */
export function knowsMigrations(hashes: string[]): boolean {
  const own = ownMigrations().map(({ hash }) => hash);
  return hashes.every((hash, index) => hash === own[index]);
}

/**
 * Runs the first migrations in the open transaction of `client`, for a database as it was when a backup was made. The next
 * start runs the rest, so they are noted where Drizzle looks for them.
 */
export async function makeTables(client: Client, count: number): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { sql, hash, folderMillis } of ownMigrations().slice(0, count)) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}
