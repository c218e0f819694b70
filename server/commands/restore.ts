import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { sizeInWords } from '../../contract/system.ts';
import { restoreIntoServer } from '../backup/restore-into-server.ts';
import { restoreBackup, type Restored } from '../backup/restore.ts';
import { CommandRefused, databaseForCommand, runCommand } from '../command.ts';
import { readConfig, type Config } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import type { BackupPlace } from '../storage/backup-place.ts';
import { openBackupPlace, openStorage } from '../storage/open.ts';
import { trustAuthorities } from '../trust.ts';

const USAGE = 'Usage: npm run restore -- FILE|NAME [--force], or npm run restore -- --list';

function readArguments(): { file: string; force: boolean } | 'list' {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        force: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
      },
    });
    const [file, ...more] = positionals;
    if (values.list && !file && !values.force) return 'list';
    if (file && more.length === 0 && !values.list) return { file, force: values.force };
  } catch {
    // An option that there is not: what there is says the usage.
  }
  throw new CommandRefused(USAGE);
}

/** The database and the images as they were when the backup was made. */
async function main() {
  const given = readArguments();
  const config = readConfig(process.env);
  trustAuthorities(config.CA_FILE);
  const place = await openBackupPlace(config);
  if (given === 'list') return printKept(place);
  const { file, force } = given;
  const isFile = (await stat(file).catch(() => undefined))?.isFile();
  const found = isFile ? { path: file, done: async () => undefined } : await keptFile(place, file);
  try {
    const restored = config.DATABASE_URL
      ? { ...(await intoServer(found.path, config, force)), where: 'The database of DATABASE_URL' }
      : {
          ...(await restoreBackup(found.path, config.DATA_DIR, force)),
          where: `DATA_DIR ${config.DATA_DIR}`,
        };
    printRestored(restored);
  } finally {
    await found.done();
  }
}

async function printKept(place: BackupPlace) {
  const kept = (await place.list()).toSorted((a, b) => a.name.localeCompare(b.name));
  for (const { name, bytes } of kept) console.log(`${name}  ${sizeInWords(bytes)}`);
  if (kept.length === 0) console.log(`No backup is kept in ${place.where}.`);
}

async function keptFile(place: BackupPlace, name: string) {
  const kept = basename(name) === name ? await place.asFile(name) : undefined;
  if (kept) return kept;
  throw new CommandRefused(
    `There is no file ${name}, and no backup of this name in ${place.where}. To see the names: npm run restore -- --list`,
  );
}

function printRestored({ manifest, aside, where }: Restored & { where: string }) {
  if (aside) console.log(`What was there before is in ${aside}.`);
  console.log(
    `${where} is as of ${manifest.madeAt}. Everybody signs in again; mails that waited are not sent.`,
  );
  if (!manifest.hasSecret) console.log('Start it with the SESSION_SECRET that it had.');
  if (!manifest.objects) console.log('Its images are in the bucket that it used.');
}

async function intoServer(file: string, config: Config, force: boolean) {
  const { connection, stop } = await databaseForCommand(config);
  const database = openDatabase(connection, (message) => console.error(message));
  try {
    const storage = await openStorage(config, (problem) => console.error(problem));
    return await restoreIntoServer(file, { database, storage, config }, force);
  } finally {
    await database.close();
    await stop();
  }
}

await runCommand(main);
