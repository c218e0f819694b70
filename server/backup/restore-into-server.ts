import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { CommandRefused, refuseBesideNodes } from '../command.ts';
import type { Config } from '../config.ts';
import { MIGRATION_LOCK } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { STORE_ID } from '../installation.ts';
import type { Storage } from '../storage/storage.ts';
import { writeWhole } from '../whole-file.ts';
import { fillDatabase, noteRestore } from './fill-database.ts';
import { inZip } from './manifest.ts';
import { openBackup, type OpenBackup } from './open-backup.ts';
import type { Restored } from './restore.ts';

type RestoreTarget = {
  database: Database;
  storage: Storage;
  config: Pick<Config, 'DATA_DIR' | 'SESSION_SECRET'>;
};

/**
 * Restores a backup into the database of DATABASE_URL and its images into the configured store. Changes the database in
 * one transaction. Without `force` the database must be empty; with it, the existing tables move to a separate schema.
 * Throws CommandRefused.
 */
export async function restoreIntoServer(
  path: string,
  target: RestoreTarget,
  force: boolean,
): Promise<Restored> {
  const backup = await openBackup(path);
  const client = target.database.newClient();
  let undoSecret = async () => {};
  try {
    await client.connect();
    await client.query('begin');
    // A node that starts now waits until the restore ends.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await refuseBesideNodes(client);
    const aside = await makeSpace(client, path, force);
    await fillDatabase(client, backup);
    await noteRestore(client, backup);
    await restoreImages(backup, target.storage);
    undoSecret = await restoreSecret(backup, target.config);
    // When the connection is lost from here on, the database may already hold what needs this secret.
    undoSecret = async () => {};
    await client.query('commit');
    await client.query('analyze');
    return { manifest: backup.manifest, aside: aside && `the schema ${aside}` };
  } catch (error) {
    await undoSecret();
    const { code, message } = error as Error & { code?: string };
    if (code !== '42501') throw error;
    throw new CommandRefused(
      `The account of DATABASE_URL may not do this (${message}): restore as the owner of the database.`,
    );
  } finally {
    backup.zip.close();
    await client.end();
  }
}

async function makeSpace(client: Client, path: string, force: boolean): Promise<string | undefined> {
  const { rows } = await client.query<{ tables: number; isOurs: boolean }>(
    `select (select count(*) from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'v', 'm'))::int
       as tables, to_regclass('drizzle.__drizzle_migrations') is not null as "isOurs"`,
  );
  const { tables = 0, isOurs = false } = rows[0] ?? {};
  if (tables === 0 && !isOurs) return undefined;
  if (!isOurs)
    throw new CommandRefused(
      'The database of DATABASE_URL holds tables of another product: name an empty database.',
    );
  if (!force)
    throw new CommandRefused(
      'The database of DATABASE_URL is not empty. To keep its tables in a schema of their own and restore ' +
        `all the same: npm run restore -- --force ${path}`,
    );
  const aside = `before_restore_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;
  await client.query(`create schema ${aside}`);
  for (const statement of await listMoves(client, aside)) await client.query(statement);
  return aside;
}

/**
 * Statements that move all objects of Ops Hub out of `public`, functions before the tables that their arguments
 * reference. Extensions and collations stay: an extension exists once per database and often belongs to another
 * account, and both schemas need the collation.
 */
async function listMoves(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `with own as (
       select oid from pg_class where relkind in ('r', 'p', 'v', 'm', 'S') union all
       select oid from pg_proc union all select oid from pg_type where typtype in ('e', 'd')
       -- Members of extensions, and sequences that go with their table.
       except select objid from pg_depend where deptype in ('e', 'a', 'i'))
     select 'alter routine ' || oid::regprocedure || ' set schema ' || $1 as statement
       from pg_proc join own using (oid) where pronamespace = 'public'::regnamespace union all
     select 'alter table ' || oid::regclass || ' set schema ' || $1
       from pg_class join own using (oid) where relnamespace = 'public'::regnamespace union all
     select 'alter type ' || oid::regtype || ' set schema ' || $1
       from pg_type join own using (oid) where typnamespace = 'public'::regnamespace union all
     select 'alter table drizzle.__drizzle_migrations set schema ' || $1`,
    [schema],
  );
  return rows.map(({ statement }) => statement);
}

/** Images without rows are harmless, so they are stored before the commit. */
async function restoreImages({ manifest, zip }: OpenBackup, storage: Storage): Promise<void> {
  if (!manifest.objects) return;
  const idName = inZip.objects + STORE_ID;
  const there = await storage.get(STORE_ID);
  const [own, ofBackup] = await Promise.all([
    there && text(there.stream),
    zip.names.includes(idName) ? zip.readText(idName) : undefined,
  ]);
  if (own !== undefined && own !== ofBackup)
    throw new CommandRefused(
      'The store of images belongs to another installation. Set S3_BUCKET to an empty bucket, or DATA_DIR to an empty folder.',
    );
  for (const name of zip.names.filter((each) => each.startsWith(inZip.objects)))
    await storage.put(name.slice(inZip.objects.length), await zip.read(name));
}

/** Writes DATA_DIR/secret when the settings contain none. The returned function undoes it. */
async function restoreSecret(
  { manifest, zip }: OpenBackup,
  { DATA_DIR, SESSION_SECRET }: RestoreTarget['config'],
): Promise<() => Promise<void>> {
  if (!manifest.hasSecret || SESSION_SECRET !== undefined) return async () => undefined;
  const file = join(DATA_DIR, 'secret');
  const own = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const ofBackup = await zip.readText(inZip.secret);
  if (own === ofBackup) return async () => undefined;
  if (own !== undefined)
    throw new CommandRefused(`${file} is another secret than the one of the backup: move it away first.`);
  await mkdir(DATA_DIR, { recursive: true });
  await writeWhole(file, ofBackup);
  return () => rm(file, { force: true });
}
