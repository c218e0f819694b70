import { chmod, mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandRefused } from '../command.ts';
import { lockDataDir } from '../db/embedded/data-dir-lock.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { openDatabase } from '../db/open.ts';
import { syncFolder } from '../sync-folder.ts';
import { fillDatabase, noteRestore } from './fill-database.ts';
import { inZip, type Manifest } from './manifest.ts';
import { openBackup, type OpenBackup } from './open-backup.ts';

/** `aside`: folder with the previous content. */
export type Restored = { manifest: Manifest; aside: string | undefined };

const UNFINISHED = 'restoring-';
const ASIDE = 'before-restore-';
/** These stay in place: we hold the lock, and a restore must not remove the other backups. */
const STAYS = ['database.lock', 'database.holder.json', 'backups'];

/** Restores DATA_DIR from a backup, like `intoDataDir`. Throws CommandRefused, StartRefused. */
export async function restoreBackup(path: string, dataDir: string, force: boolean): Promise<Restored> {
  const backup = await openBackup(path);
  try {
    const { aside } = await intoDataDir(dataDir, force, {
      again: path,
      build: (folder) => build(backup, folder),
    });
    return { manifest: backup.manifest, aside };
  } finally {
    backup.zip.close();
  }
}

/**
 * Replaces DATA_DIR by what `build` writes into a new folder. The folder is inside DATA_DIR and takes its place by
 * renaming, so a failure before that changes nothing. Without `force` DATA_DIR must be empty; with it, existing content
 * is moved aside. `again`: arguments for repeating the command.
 */
export async function intoDataDir<T>(
  dataDir: string,
  force: boolean,
  { again, build: fill }: { again: string; build(folder: string): Promise<T> },
): Promise<{ built: T; aside: string | undefined }> {
  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(dataDir);
  const lock = await lockDataDir(folder);
  try {
    await removeUnfinished(folder);
    const before = await contentsOf(folder);
    if (before.length > 0 && !force) {
      throw new CommandRefused(
        `DATA_DIR ${folder} is not empty. To put what is there aside and restore all the same: npm run restore -- --force ${again}`,
      );
    }
    const unfinished = await makeUnfinished(folder);
    try {
      const built = await fill(unfinished);
      return { built, aside: await exchange(folder, unfinished, before) };
    } catch (error) {
      await removeUnfinished(folder);
      throw error;
    }
  } finally {
    await lock.release();
  }
}

const contentsOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !STAYS.includes(name) && !name.startsWith(ASIDE));

/** Builds a complete data folder next to the old one. */
async function build(backup: OpenBackup, built: string): Promise<void> {
  await buildDatabase(backup, built);
  for (const name of backup.zip.names.filter((each) => each.startsWith(inZip.objects)))
    await unpack(backup, name, join(built, name));
  if (backup.manifest.hasSecret) await unpack(backup, inZip.secret, join(built, 'secret'));
}

/**
 * Creates a new folder inside a data folder. Its name follows the data folder, since a moved database is named after
 * its owner.
 */
export async function makeUnfinished(folder: string): Promise<string> {
  const outer = await mkdtemp(join(folder, UNFINISHED));
  // The same permissions as the target: the database may run under another account.
  await chmod(outer, (await stat(folder)).mode);
  return join(outer, basename(folder));
}

async function unpack({ zip }: OpenBackup, name: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await pipeline(await zip.read(name), createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
}

async function buildDatabase(backup: OpenBackup, dataDir: string): Promise<void> {
  const { connection, stop } = await startEmbedded({ dataDir, log: () => undefined });
  const database = openDatabase(connection, (message) => console.error(message));
  const client = database.newClient();
  try {
    await client.connect();
    await client.query('begin');
    await fillDatabase(client, backup);
    await noteRestore(client, backup);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
    await database.close();
    await stop();
  }
}

/** Moves the old content aside, then the new content in, the database last. */
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

/** When the database of an unfinished restore is a link, also removes its target. */
export async function removeUnfinished(folder: string): Promise<void> {
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
