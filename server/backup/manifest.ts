import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import * as z from 'zod';
import { MIGRATIONS } from '../db/migrate.ts';
import { CREATE_MIGRATIONS_TABLE } from '../db/migrated-by.ts';

/** Version of the file format; later ones are refused. */
export const FORMAT = 1;

/** Paths in the zip. The manifest is written last: a file without one is incomplete. */
export const inZip = {
  manifest: 'manifest.json',
  secret: 'secret',
  table: (name: string) => `tables/${name}`,
  objects: 'objects/',
};

const count = z.number().int().min(0);

/** Contents of a backup. Rows, sequence values and migrations are of the same moment. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the product. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** Hashes, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  /** Null when objects are in an external store. */
  objects: z.object({ files: count, bytes: count }).nullable(),
  hasSecret: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

const ownMigrations = () => readMigrationFiles({ migrationsFolder: MIGRATIONS });

/** Whether this product has every migration of a backup, in the same order. */
export function knowsMigrations(hashes: string[]): boolean {
  const own = ownMigrations().map(({ hash }) => hash);
  return hashes.every((hash, index) => hash === own[index]);
}

/**
 * Runs the first migrations in the open transaction of `client`, to create the schema of the backup's time. They are
 * recorded where Drizzle looks, so that the next start runs the rest.
 */
export async function makeTables(client: Client, count: number): Promise<void> {
  await client.query(CREATE_MIGRATIONS_TABLE);
  for (const { sql, hash, folderMillis } of ownMigrations().slice(0, count)) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}
