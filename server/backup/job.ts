import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeInWords } from '../../contract/calls/system.ts';
import { findFirstAdministrator } from '../accounts/queries.ts';
import { CommandRefused } from '../command.ts';
import type { Config } from '../config.ts';
import type { Db, Database } from '../db/open.ts';
import { fileProblem } from '../file-problem.ts';
import { unlessUnavailable, isPassing, RefusalError } from '../http/errors.ts';
import { createJob, advanceJob, type JobRow } from '../jobs/queries.ts';
import { type Log, JobFailed, Stopping, type JobContext, type JobKind } from '../jobs/run.ts';
import type { BackupPlace } from '../storage/backup-place.ts';
import { makeBackup } from './make.ts';
import {
  BACKUP,
  findHistory,
  findRunning,
  holdBackups,
  warnOfOverdueBackup,
  findLast,
  findSizes,
  installationId,
  noteFailure,
  noteKept,
  type KeptNote,
} from './queries.ts';
import {
  backupName,
  backupsToRemove,
  prefixOf,
  timeOfBackup,
  isBackupDue,
  isBackupOverdue,
} from './schedule.ts';
import { verifyBackup } from './verify.ts';

/** Creates a backup job unless one exists; returns its id. */
export async function createBackupJob(tx: Db, ownerId: string): Promise<string | undefined> {
  await holdBackups(tx);
  if (await findRunning(tx)) return undefined;
  const id = randomUUID();
  await createJob(tx, { id, kind: BACKUP, ownerId, input: {} });
  return id;
}

/**
 * Creates the job of a due backup, and warns of an overdue one. Runs once a minute on one node, before unfinished jobs
 * resume. A failure is logged, so that the other work of the minute continues. `upSince`: when this server started.
 */
export async function createDueBackup(db: Db, time: string, upSince: Date, log: Log): Promise<void> {
  if (time === 'off') return;
  try {
    await db.transaction((tx) => createIfDue(tx, time, upSince));
  } catch (error) {
    unlessUnavailable(error, () => log.error({ err: error }, 'the backup that is due could not be started'));
  }
}

async function createIfDue(tx: Db, time: string, upSince: Date): Promise<void> {
  await holdBackups(tx);
  const history = await findHistory(tx);
  if (isBackupOverdue(history, upSince)) await warnOfOverdueBackup(tx, history.lastSuccess);
  if (!isBackupDue(time, history)) return;
  // A job is deleted with its owner; the next minute creates another one.
  const owner = await findFirstAdministrator(tx);
  if (owner) await createBackupJob(tx, owner.id);
}

export type BackupParts = {
  database: Database;
  config: Pick<Config, 'DATA_DIR' | 'S3_BUCKET' | 'BACKUP_KEEP'>;
  place: BackupPlace;
  /** Bytes available for backups on the disk of a folder. */
  freeSpaceIn(folder: string): Promise<number>;
};

const LIMIT_MS = 5 * 3_600_000;
const VERIFY_LIMIT_MS = 2 * 3_600_000;
/** After this many server stops during one backup it is given up until the next try. */
const MAX_STARTS = 3;
/** Milliseconds between two progress updates. */
const NOTE_MS = 500;
/** Percent of the work after creating the file, and after verifying it. */
const [MADE, VERIFIED] = [60, 90];
/** Expected size of the next backup relative to the last one. */
const GROWTH = 1.2;

/** Makes a backup, verifies it by a trial restore, keeps it and removes old ones. One runs at a time across all nodes. */
export const backupJob =
  (parts: BackupParts): JobKind =>
  async (job, { db, signal, alone, log }) => {
    await alone(BACKUP);
    const limit = AbortSignal.timeout(LIMIT_MS);
    const starts = startsOf(job);
    try {
      if (starts >= MAX_STARTS)
        throw new JobFailed(`Ops Hub ended ${starts} times while it made this backup. See its log.`);
      await advanceJob(db, job, { done: 0, total: 100, result: { starts: starts + 1 } });
      const note = await backUp(parts, job, { signal: AbortSignal.any([signal, limit]), log });
      await removeOld(parts);
      return note;
    } catch (error) {
      if (signal.aborted) {
        // The server is stopping, which is not a failure: the next start runs the job again.
        await advanceJob(db, job, { result: { starts } }).catch(() => undefined);
        throw new Stopping();
      }
      // Administrators are notified of a place that is away.
      if (isPassing(error) && !(error instanceof RefusalError)) throw error;
      const reason = limit.aborted
        ? `it took longer than ${LIMIT_MS / 3_600_000} hours`
        : reasonOf(error, parts.place.workFolder);
      await db.transaction((tx) =>
        noteFailure(tx, reason ?? `something unexpected, see job ${job.id} in the log`),
      );
      if (reason === undefined) throw error;
      log.error({ err: error, job: job.id }, 'the backup failed');
      throw new JobFailed(reason);
    }
  };

const startsOf = ({ result }: JobRow): number =>
  typeof result === 'object' && result && 'starts' in result ? Number(result.starts) : 0;

/** The reason for an administrator; undefined for an unexpected error. */
function reasonOf(error: unknown, folder: string): string | undefined {
  const isExpected =
    error instanceof JobFailed || error instanceof CommandRefused || error instanceof RefusalError;
  return isExpected ? error.message : fileProblem(error, folder);
}

async function backUp(
  parts: BackupParts,
  job: JobRow,
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<KeptNote> {
  const { database, config, place, freeSpaceIn } = parts;
  const { db } = database;
  const startedAt = performance.now();
  const installation = await installationId(db);
  await place.prepare(prefixOf(installation));
  const [{ now, success: last }, sizes] = [await findLast(db), await findSizes(db)];
  const checkSpace = async (needed: number) => {
    const free = await freeSpaceIn(place.workFolder);
    if (free < needed) throw new JobFailed(noSpaceMessage(place.workFolder, needed, free));
  };
  // Images are stored uncompressed; rows are compressed.
  await checkSpace(last ? last.bytes * GROWTH : config.S3_BUCKET ? 0 : sizes.images);

  const name = backupName(installation, now);
  const file = join(place.workFolder, `${name}.part`);
  try {
    const progress = noteProgress(db, job);
    const made = await makeBackup(database, config, file, { signal, progress, checkSpace });
    await advanceJob(db, job, { done: MADE });
    const unverified = await verifyBackup(file, {
      DATA_DIR: config.DATA_DIR,
      databaseBytes: sizes.database,
      freeSpaceIn,
      missingImages: made.missing,
      signal,
      limitMs: VERIFY_LIMIT_MS,
      logFailure: (error) => log.error({ err: error, job: job.id }, 'the trial restore ended'),
    });
    signal.throwIfAborted();
    await advanceJob(db, job, { done: VERIFIED });
    await place.keep(file, name);
    const note: KeptNote = {
      name,
      where: place.where,
      madeAt: made.manifest.madeAt,
      bytes: made.bytes,
      seconds: Math.round((performance.now() - startedAt) / 1_000),
      unverified: unverified ?? null,
      missingImages: made.missing,
    };
    await noteKept(db, note);
    return note;
  } finally {
    await rm(file, { force: true });
  }
}

const noSpaceMessage = (folder: string, needed: number, free: number): string =>
  `there is not enough space in ${folder}: the backup needs ${sizeInWords(needed)}, and ${sizeInWords(free)} may ` +
  'be used. Free space, keep fewer backups (BACKUP_KEEP), or set BACKUP_DIR or BACKUP_S3_BUCKET';

/** Does not wait for the database: a late or lost update is harmless. */
function noteProgress(db: Db, job: JobRow): (part: number) => void {
  let notedAt = -Infinity;
  return (part) => {
    if (performance.now() - notedAt < NOTE_MS) return;
    notedAt = performance.now();
    void advanceJob(db, job, { done: Math.floor(part * MADE) }).catch(() => undefined);
  };
}

/** Runs only after a verified backup, so that failures never reduce the number of backups. */
async function removeOld({ database: { db }, config, place }: BackupParts): Promise<void> {
  const installation = await installationId(db);
  const backups = (await place.list()).flatMap(({ name }) => {
    const at = timeOfBackup(installation, name);
    return at ? [{ name, at }] : [];
  });
  const { now } = await findLast(db);
  try {
    for (const { name } of backupsToRemove(backups, config.BACKUP_KEEP, now)) await place.remove(name);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    throw new JobFailed(`the backup is kept, but old ones could not be removed. ${error.message}`);
  }
}
