import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backups, type BackupStatus } from '../../contract/calls/backups.ts';
import { record } from '../audit/record.ts';
import type { Config } from '../config.ts';
import { nextDaily } from '../daily.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { refuse, RefusalError } from '../http/errors.ts';
import type { JobEngine } from '../jobs/engine.ts';
import type { BackupPlace } from '../storage/backup-place.ts';
import type { Archiver } from './archive/archiver.ts';
import { findHistory, findLast, findRunning, installationId } from './queries.ts';
import { timeOfBackup, isBackupOverdue } from './schedule.ts';
import { createBackupJob } from './job.ts';

export function backupRoutes(
  mount: Mount,
  {
    config,
    place,
    archiver,
    jobs,
  }: { config: Config; place: BackupPlace; archiver: Archiver | undefined; jobs: Pick<JobEngine, 'start'> },
) {
  mount(backups.status, async ({ db }): Promise<BackupStatus> => {
    const { now, success, failure } = await findLast(db);
    const running = await findRunning(db);
    const { BACKUP_TIME: time, BACKUP_KEEP: keep } = config;
    return {
      schedule: time === 'off' ? null : { time, keep, nextAt: nextDaily(time, now).toISOString() },
      where: place.where,
      isOnDatabaseDisk: await isOnDatabaseDisk(config, place),
      withoutImages: config.S3_BUCKET !== undefined,
      last: success ? { ...success, at: success.at.toISOString() } : null,
      failure:
        failure && failure.at > (success?.at ?? new Date(0))
          ? { at: failure.at.toISOString(), reason: failure.reason }
          : null,
      isOverdue: time !== 'off' && isBackupOverdue(await findHistory(db), new Date(0)),
      running: running ? { done: running.done, total: running.total } : null,
      archive: config.DATABASE_URL ? null : archiveStatus(archiver),
      ...(await listKept(db, place)),
    };
  });
  mount(
    backups.start,
    async ({ write, actor }) => {
      const created = await write(async (tx) => {
        const id = await createBackupJob(tx, actor.userId);
        if (!id) return refuse(409, 'backup_running', 'A backup is being made already');
        await record(tx, actor, { action: 'system.backup-start', kind: 'system' });
        return { id };
      });
      await jobs.start(created.id);
      return created;
    },
    { transaction: 'write' },
  );
}

function archiveStatus(archiver: Archiver | undefined): BackupStatus['archive'] {
  if (!archiver) return { where: null, from: null, until: null, problem: null };
  const { where, range, problem } = archiver.state();
  return {
    where,
    from: range?.from.toISOString() ?? null,
    until: range?.until.toISOString() ?? null,
    problem,
  };
}

/** An unreadable backup place does not hide the rest. */
async function listKept(db: Db, place: BackupPlace): Promise<Pick<BackupStatus, 'kept' | 'problem'>> {
  try {
    const installation = await installationId(db);
    const kept = (await place.list()).flatMap(({ name, bytes }) => {
      const at = timeOfBackup(installation, name);
      return at ? [{ name, bytes, at: at.toISOString() }] : [];
    });
    return { kept: kept.toSorted((a, b) => b.at.localeCompare(a.at)), problem: null };
  } catch (error) {
    if (error instanceof RefusalError) return { kept: null, problem: error.message };
    throw error;
  }
}

/** Whether scheduled backups survive the disk of the database. */
export const areBackupsElsewhere = async (config: Config, place: BackupPlace): Promise<boolean> =>
  config.BACKUP_TIME !== 'off' && !(await isOnDatabaseDisk(config, place));

async function isOnDatabaseDisk(
  { DATA_DIR, DATABASE_URL }: Config,
  { isFolder, workFolder }: BackupPlace,
): Promise<boolean> {
  if (DATABASE_URL || !isFolder) return false;
  const [database, backup] = await Promise.all(
    // The first backup creates the folder.
    [join(DATA_DIR, 'postgres'), workFolder].map((folder) =>
      stat(folder).catch(() => stat(DATA_DIR).catch(() => undefined)),
    ),
  );
  return database !== undefined && database.dev === backup?.dev;
}
