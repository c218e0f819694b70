import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { sizeInWords } from '../../contract/calls/system.ts';
import { listRanges, recover } from '../backup/archive/recover.ts';
import { restoreIntoServer } from '../backup/restore-into-server.ts';
import { restoreBackup, type Restored } from '../backup/restore.ts';
import { CommandRefused, configOfCommand, databaseForCommand, runCommand } from '../command.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import type { BackupPlace } from '../storage/backup-place.ts';
import { openBackupPlace, openStorage } from '../storage/open.ts';
import { trustAuthorities } from '../trust.ts';

const USAGE =
  'Usage: npm run restore -- FILE|NAME [--force], npm run restore -- --to TIME|latest [--force], or npm run restore -- --list';

type Arguments = { file: string; force: boolean } | { moment: Date | 'latest'; force: boolean } | 'list';

function readArguments(): Arguments {
  const { positionals, values } = parsed();
  const { list, force, to } = values;
  const [file, ...more] = positionals;
  if (list && !file && !force && to === undefined) return 'list';
  if (!list && to !== undefined && !file) return { moment: readMoment(to), force };
  if (!list && to === undefined && file && more.length === 0) return { file, force };
  throw new CommandRefused(USAGE);
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        force: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        to: { type: 'string' },
      },
    });
  } catch {
    // The usage lists the valid options.
    throw new CommandRefused(USAGE);
  }
}

/** A time without an offset would mean another moment on another machine. */
const Moment = z.iso.datetime({ offset: true });

function readMoment(text: string): Date | 'latest' {
  if (text === 'latest') return text;
  const { data } = Moment.safeParse(text);
  if (data !== undefined) return new Date(data);
  throw new CommandRefused(
    `--to ${text}: must be latest, or a time with its zone such as 2026-01-31T10:15:00Z or 2026-01-31T11:15:00+01:00.`,
  );
}

/** Restores the database and the images from a backup. */
async function main() {
  const given = readArguments();
  const config = configOfCommand();
  trustAuthorities(config.CA_FILE);
  if (given !== 'list' && 'moment' in given) return recoverTo(given.moment, given.force, config);
  const place = await openBackupPlace(config, (problem) => console.error(problem));
  if (given === 'list') return printKept(place, config);
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

async function recoverTo(moment: Date | 'latest', force: boolean, config: Config) {
  const { ARCHIVE_DIR, DATA_DIR } = config;
  if (!ARCHIVE_DIR)
    throw new CommandRefused(
      'ARCHIVE_DIR: is needed with --to. Set it to the folder that Ops Hub archived to.',
    );
  const recovered = await recover(ARCHIVE_DIR, DATA_DIR, moment, force);
  if (recovered.aside) console.log(`What was there before is in ${recovered.aside}.`);
  console.log(
    `DATA_DIR ${DATA_DIR} is as of ${recovered.moment.toISOString()}. ` +
      'Everybody signs in again; mails that waited are not sent.',
  );
  if (!recovered.hasSecret) console.log('Start it with the SESSION_SECRET that it had.');
  if (config.S3_BUCKET) console.log('Its images are in the bucket that it used.');
  else if (recovered.missingImages > 0)
    console.log(`${recovered.missingImages} images are missing in the archive.`);
}

async function printKept(place: BackupPlace, { ARCHIVE_DIR }: Config) {
  const kept = (await place.list()).toSorted((a, b) => a.name.localeCompare(b.name));
  for (const { name, bytes } of kept) console.log(`${name}  ${sizeInWords(bytes)}`);
  if (kept.length === 0) console.log(`No backup is kept in ${place.where}.`);
  if (!ARCHIVE_DIR) return;
  const ranges = await listRanges(ARCHIVE_DIR);
  for (const range of ranges) console.log(`Any moment from ${range} (--to TIME)`);
  if (ranges.length === 0) console.log(`No moment can be recovered from ${ARCHIVE_DIR} yet.`);
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
