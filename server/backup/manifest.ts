import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
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

/** True when this product knows every migration of a backup, in the same order. */
export function knowsMigrations(hashes: string[]): boolean {
  const own = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash);
  return hashes.every((hash, index) => hash === own[index]);
}

const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** A folder with the first migrations alone, for a database as it was when a backup was made. */
export async function firstMigrations(wanted: number): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-hub-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = Journal.parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, wanted) }));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
