import { chmod, mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { record } from '../audit/record.ts';
import { CommandRefused } from '../command.ts';
import { lockDataDir } from '../db/embedded/data-dir-lock.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { migrateDatabase, openDatabase, type Database } from '../db/open.ts';
import { syncFolder } from '../sync-folder.ts';
import { firstMigrations, inZip, Manifest, FORMAT, knowsMigrations } from './manifest.ts';
import { copyIn, makeRoom, setSequences } from './tables.ts';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import type { Entry } from 'yauzl';

/** `aside`: where what was in DATA_DIR before has been put. */
export type Restored = { manifest: Manifest; aside: string | undefined };

const UNFINISHED = 'restoring-';
const ASIDE = 'before-restore-';
/** Of whoever holds the folder, which is us: they stay where they are. */
const LOCK_FILES = ['database.lock', 'database.holder.json'];

/**
 * Makes DATA_DIR what it was when the backup was made. All of it is built in a folder inside of DATA_DIR first and
 * put in its place by renaming, so that whatever goes wrong before leaves everything as it was. Without `force` only an
 * empty DATA_DIR will do; with it what is there is put aside. Throws CommandRefused, StartRefused.
 */
export async function restoreBackup(path: string, dataDir: string, force: boolean): Promise<Restored> {
  const backup = await openBackup(path);
  try {
    await mkdir(dataDir, { recursive: true });
    const folder = await realpath(dataDir);
    const lock = await lockDataDir(folder);
    try {
      await removeUnfinished(folder);
      const before = await contentsOf(folder);
      if (before.length > 0 && !force) {
        throw new CommandRefused(
          `DATA_DIR ${folder} is not empty. To put what is there aside and restore all the same: npm run restore -- --force ${path}`,
        );
      }
      const built = await build(backup, folder);
      return { manifest: backup.manifest, aside: await exchange(folder, built, before) };
    } finally {
      await lock.release();
    }
  } finally {
    backup.zip.close();
  }
}

const contentsOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !LOCK_FILES.includes(name) && !name.startsWith(ASIDE));

/** A whole data folder beside the old one. Named like it, since a database may have to go where names tell whose it is. */
async function build(backup: OpenBackup, folder: string): Promise<string> {
  const outer = await mkdtemp(join(folder, UNFINISHED));
  // As open as the place it is for: the database may run under an account of its own.
  await chmod(outer, (await stat(folder)).mode);
  const built = join(outer, basename(folder));
  try {
    await fillDatabase(backup, built);
    for (const name of backup.zip.names.filter((each) => each.startsWith(inZip.objects)))
      await unpack(backup, name, join(built, name));
    if (backup.manifest.hasSecret) await unpack(backup, inZip.secret, join(built, 'secret'));
    return built;
  } catch (error) {
    await removeUnfinished(folder);
    throw error;
  }
}

async function unpack({ zip }: OpenBackup, name: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await pipeline(await zip.read(name), createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
}

async function fillDatabase(backup: OpenBackup, dataDir: string): Promise<void> {
  const { connection, stop } = await startEmbedded({ dataDir, log: () => undefined });
  const database = openDatabase(connection, (message) => console.error(message));
  const migrations = await firstMigrations(backup.manifest.migrations.length);
  try {
    await migrateDatabase(database, migrations.folder);
    await fillTables(backup, database);
    const by = { userId: null, name: 'Restore' };
    const { madeAt, version } = backup.manifest;
    await record(database.db, by, { action: 'system.restore', kind: 'system', after: { madeAt, version } });
  } finally {
    await migrations.remove();
    await database.close();
    await stop();
  }
}

async function fillTables({ manifest, zip }: OpenBackup, database: Database): Promise<void> {
  const client: Client = database.newClient();
  await client.connect();
  try {
    await client.query('begin');
    await makeRoom(client, manifest.tables);
    for (const table of manifest.tables) {
      const rows = await copyIn(client, table, await zip.read(inZip.table(table.name)));
      if (rows !== table.rows)
        throw new CommandRefused(`${table.name} got ${rows} rows instead of ${table.rows}.`);
    }
    await setSequences(client, manifest.sequences);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** What was there before goes aside, then the new comes in, the database last. */
async function exchange(folder: string, built: string, before: string[]): Promise<string | undefined> {
  const stamp = new Date().toISOString().replaceAll(':', '-').slice(0, 19);
  const aside = before.length > 0 ? join(folder, ASIDE + stamp) : undefined;
  if (aside) await mkdir(aside, { mode: 0o700 });
  for (const name of before) await rename(join(folder, name), join(aside ?? folder, name));
  for (const name of (await contentsOf(built)).toSorted()) {
    if (name !== 'postgres') await rename(join(built, name), join(folder, name));
  }
  await rename(join(built, 'postgres'), join(folder, 'postgres'));
  await syncFolder(folder);
  await removeUnfinished(folder);
  return aside;
}

/** Where the database of an unfinished one is a link, what it leads to goes as well. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const place = join(folder, name, basename(folder), 'postgres');
    const target = await realpath(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (target) await rm(target, { recursive: true, force: true });
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

type OpenBackup = { manifest: Manifest; zip: ZipReader };

/** Opens a backup that is whole and that this product understands, or throws CommandRefused. Nothing is written. */
async function openBackup(path: string): Promise<OpenBackup> {
  const zip = await openZip(path);
  try {
    const manifest = readManifest(path, await text(await zip.read(inZip.manifest)));
    await zip.verify();
    checkContents(path, manifest, zip.names);
    return { manifest, zip };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function readManifest(path: string, json: string): Manifest {
  const newer = (version: unknown) =>
    new CommandRefused(
      `${path} was made by another Ops Hub (${String(version)}) that this one does not know: restore it with that version or a later one.`,
    );
  try {
    const found: unknown = JSON.parse(json);
    const { format, version } = Object(found) as { format?: unknown; version?: unknown };
    if (typeof format === 'number' && format > FORMAT) throw newer(version);
    const manifest = Manifest.parse(found);
    if (!knowsMigrations(manifest.migrations)) throw newer(version);
    return manifest;
  } catch (error) {
    if (error instanceof CommandRefused) throw error;
    throw new CommandRefused(`${path} is no backup of Ops Hub, or it is damaged.`);
  }
}

function checkContents(path: string, manifest: Manifest, names: string[]) {
  const there = new Set(names);
  const objects = names.filter((name) => name.startsWith(inZip.objects)).length;
  const isWhole =
    manifest.tables.every(({ name }) => there.has(inZip.table(name))) &&
    objects === (manifest.objects?.files ?? 0) &&
    there.has(inZip.secret) === manifest.hasSecret;
  if (!isWhole) throw new CommandRefused(`${path} is damaged: not everything that it lists is in it.`);
}

type ZipReader = {
  names: string[];
  /** Throws CommandRefused for a name that is not there. The content may still turn out to be damaged. */
  read(name: string): Promise<Readable>;
  /** Throws CommandRefused unless every byte of every file is as it was written. */
  verify(): Promise<void>;
  close(): void;
};

async function openZip(path: string): Promise<ZipReader> {
  const damaged = new CommandRefused(`${path} is no backup of Ops Hub, or it is damaged.`);
  // yauzl itself refuses absolute paths and `..`.
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(() => {
    throw damaged;
  });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch {
    zip.close();
    throw damaged;
  }
  const read = async (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw damaged;
    return zip.openReadStreamPromise(entry);
  };
  const isWhole = async (entry: Entry) => {
    let sum = 0;
    for await (const piece of await zip.openReadStreamPromise(entry)) sum = crc32(piece as Buffer, sum);
    return sum === entry.crc32;
  };
  return {
    names: [...entries.keys()],
    read,
    async verify() {
      for (const entry of entries.values()) {
        if (!(await isWhole(entry).catch(() => false))) throw damaged;
      }
    },
    close: () => zip.close(),
  };
}
