import { realpath } from 'node:fs/promises';
import type { Client } from 'pg';
import { CommandRefused } from '../command.ts';
import { makeUnfinished, removeUnfinished } from '../db/embedded/data-dir-exchange.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { StartRefused } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { sizeInWords } from '../../contract/calls/system.ts';
import { fileProblem } from '../file-problem.ts';
import { isDatabaseUnavailable, isDiskFull } from '../http/errors.ts';
import { fillDatabase } from './fill-database.ts';
import { inZip } from './manifest.ts';
import { openBackup, type OpenBackup } from './open-backup.ts';

type Trial = {
  DATA_DIR: string;
  /** Expected bytes of the restored database. */
  databaseBytes: number;
  freeSpaceIn(folder: string): Promise<number>;
  /** Images that were already missing when the backup was made. */
  missingImages: number;
  /** Aborts the work with its reason. */
  signal: AbortSignal;
  /** Time limit of the trial restore. */
  limitMs: number;
  /** Gets the error that made the trial impossible. */
  logFailure(error: unknown): void;
};

/** Size of a new, empty database. */
const EMPTY_CLUSTER = 100 * 1024 ** 2;

/**
 * Reads a backup completely and restores it into a temporary database. Ops Hub runs that beside the real one with
 * little memory and low priority, whichever engine the backup is of. Returns why the trial was impossible here, or
 * undefined when all rows and images were found. Throws CommandRefused when the backup is damaged.
 */
export async function verifyBackup(path: string, trial: Trial): Promise<string | undefined> {
  const backup = await openBackup(path);
  try {
    const folder = await realpath(trial.DATA_DIR);
    await removeUnfinished(folder);
    const needed = trial.databaseBytes + EMPTY_CLUSTER;
    const free = await trial.freeSpaceIn(folder);
    if (free < needed)
      return `restoring it for a trial needs ${sizeInWords(needed)} in ${folder}, and ${sizeInWords(free)} may be used`;
    return await restoreForTrial(backup, folder, trial);
  } finally {
    backup.zip.close();
  }
}

async function restoreForTrial(
  backup: OpenBackup,
  folder: string,
  trial: Trial,
): Promise<string | undefined> {
  const limit = AbortSignal.timeout(trial.limitMs);
  const signal = AbortSignal.any([trial.signal, limit]);
  let stop = async () => {};
  try {
    const dataDir = await makeUnfinished(folder);
    const options = { dataDir, log: () => undefined, isThrowAway: true, isInBackground: true };
    const embedded = await startEmbedded(options);
    stop = embedded.stop;
    // Everything that runs in it then fails at once.
    signal.addEventListener('abort', () => void embedded.stop());
    const database = openDatabase(embedded.connection, () => undefined);
    const client = database.newClient();
    await client.connect();
    try {
      signal.throwIfAborted();
      // Never committed: the database is temporary.
      await client.query('begin');
      await fillDatabase(client, backup, signal);
      await countRows(client, backup);
      await countImages(client, backup, trial.missingImages);
      return undefined;
    } finally {
      await client.end().catch(() => undefined);
      await database.close();
    }
  } catch (error) {
    trial.signal.throwIfAborted();
    if (limit.aborted) return `restoring it for a trial took longer than ${trial.limitMs / 60_000} minutes`;
    const reason = reasonOf(error, folder);
    if (reason === undefined) throw error;
    trial.logFailure(error);
    return reason;
  } finally {
    await stop();
    await removeUnfinished(folder);
  }
}

/** Why the trial was impossible here; undefined when the backup or the program is at fault. */
function reasonOf(error: unknown, folder: string): string | undefined {
  if (error instanceof StartRefused) return fileProblem(error.cause, folder) ?? error.message;
  if (isDatabaseUnavailable(error)) return 'the trial database ended unexpectedly. The log has the reason';
  return isDiskFull(error) ? fileProblem(error, folder) : undefined;
}

async function countRows(client: Client, { path, manifest }: OpenBackup): Promise<void> {
  for (const { name, rows: expected } of manifest.tables) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*) as rows from ${client.escapeIdentifier(name)}`,
    );
    if (Number(rows[0]?.rows) !== expected)
      throw new CommandRefused(
        `${path} is damaged: ${name} has ${rows[0]?.rows} rows once restored instead of ${expected}.`,
      );
  }
}

/** Counts referenced images, which must all be in the backup apart from those that were already missing. */
async function countImages(
  client: Client,
  { path, manifest, zip }: OpenBackup,
  missing: number,
): Promise<void> {
  if (!manifest.objects) return;
  const there = new Set(zip.names);
  const { rows } = await client.query<{ key: string }>('select distinct key from objects');
  const absent = rows.filter(({ key }) => !there.has(inZip.objects + key)).length;
  if (absent > missing)
    throw new CommandRefused(`${path} is damaged: ${absent - missing} images are not in it.`);
}
