import { randomUUID } from 'node:crypto';
import { findFirstAdministrator } from '../accounts/queries.ts';
import type { Db } from '../db/open.ts';
import { unlessUnavailable } from '../http/errors.ts';
import { createJob } from '../jobs/queries.ts';
import type { Log } from '../jobs/run.ts';
import { BACKUP, findHistory, findRunning, holdBackups, warnOfOverdueBackup } from './queries.ts';
import { isBackupDue, isBackupOverdue } from './schedule.ts';

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
