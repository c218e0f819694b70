import { mkdir, realpath } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandRefused } from '../command.ts';
import { contentsOf, exchangeContents, finishExchange } from '../db/embedded/data-dir-exchange.ts';
import { lockDataDir } from '../db/embedded/data-dir-lock.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { openDatabase } from '../db/open.ts';
import { fillDatabase, noteRestore } from './fill-database.ts';
import { inZip, type Manifest } from './manifest.ts';
import { openBackup, type OpenBackup } from './open-backup.ts';

/** `aside`: folder with the previous content. */
export type Restored = { manifest: Manifest; aside: string | undefined };

/** Restores DATA_DIR from a backup, like `intoDataDir`. Throws CommandRefused, StartRefused. */
export async function restoreBackup(path: string, dataDir: string, force: boolean): Promise<Restored> {
  const backup = await openBackup(path);
  try {
    const { aside } = await intoDataDir(dataDir, force, {
      what: `restore of ${path}`,
      again: path,
      build: (folder) => build(backup, folder),
    });
    return { manifest: backup.manifest, aside };
  } finally {
    backup.zip.close();
  }
}

/**
 * Replaces the content of DATA_DIR by what `build` writes into a new folder, all of it or nothing. Without `force` DATA_DIR
 * must be empty; with it, existing content is moved aside. `what` names the work for people; `again`: arguments for
 * repeating the command.
 */
export async function intoDataDir<T>(
  dataDir: string,
  force: boolean,
  { what, again, build: fill }: { what: string; again: string; build(folder: string): Promise<T> },
): Promise<{ built: T; aside: string | undefined }> {
  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(dataDir);
  const lock = await lockDataDir(folder);
  try {
    await finishExchange(folder);
    if (!force && (await contentsOf(folder)).length > 0) {
      throw new CommandRefused(
        `DATA_DIR ${folder} is not empty. To put what is there aside and restore all the same: npm run restore -- --force ${again}`,
      );
    }
    return await exchangeContents(folder, what, fill);
  } finally {
    await lock.release();
  }
}

/** Builds a complete data folder next to the old one. */
async function build(backup: OpenBackup, built: string): Promise<void> {
  await buildDatabase(backup, built);
  for (const name of backup.zip.names.filter((each) => each.startsWith(inZip.objects)))
    await unpack(backup, name, join(built, name));
  if (backup.manifest.hasSecret) await unpack(backup, inZip.secret, join(built, 'secret'));
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
