import type { Client } from 'pg';
import type { Database, Db } from '../db/open.ts';
import { DISK_FULL, isDiskFull, isPassing } from '../http/errors.ts';
import { advanceJob, findJob, type JobRow } from './queries.ts';

export type JobContext = {
  db: Db;
  /** Aborts when the process stops: the job then throws `Stopping` between two steps and continues later. */
  signal: AbortSignal;
  /** Waits until no other job holds this name; the job keeps it until it ends. */
  alone(name: string): Promise<void>;
  log: Log;
};

/** Continues the work from `job.done` and `job.result`, and returns the final result. */
export type JobKind = (job: JobRow, context: JobContext) => Promise<unknown>;

/** The job cannot succeed; the message is for people. */
export class JobFailed extends Error {}

/** The process is stopping; the job continues after the next start. */
export class Stopping extends Error {}

/** Interval of trying to get the lock. */
const TURN_MS = 500;

export type Log = { info(data: object, text: string): void; error(data: object, text: string): void };

/**
 * Runs one job to its end unless another process does. Its lock belongs to a dedicated connection and ends with the
 * process, so a killed job can be taken over at once. Throws only errors worth a retry.
 */
export async function runJob(
  database: Database,
  kinds: Record<string, JobKind>,
  id: string,
  { signal, log }: { signal: AbortSignal; log: Log },
) {
  const client = database.newClient();
  // The lock is lost with the connection, and another process may take over the job.
  const lockLost = new AbortController();
  client.on('end', () => lockLost.abort());
  await client.connect();
  try {
    if (!(await tryLock(client, id))) return;
    const job = await findJob(database.db, id);
    const work = job && kinds[job.kind];
    if (!work || job.state === 'done' || job.state === 'failed') return;
    const ended = AbortSignal.any([signal, lockLost.signal]);
    const alone = (name: string) => waitForTurn(client, name, ended);
    await perform(job, work, { db: database.db, signal: ended, alone, log });
  } finally {
    // Another run may come at once, and the server ends the connection a little later. A lost one has lost the lock.
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    await client.end();
  }
}

/** For work on another connection: while that holds the lock, nobody takes over the job. */
export const lockJob = async (client: Client, id: string): Promise<void> => void (await tryLock(client, id));

async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [name]);
  return rows[0]?.mine === true;
}

/** Polls instead of waiting in the database, so that a stop ends the wait. */
async function waitForTurn(client: Client, name: string, signal: AbortSignal) {
  for (;;) {
    stopIfAborted(signal);
    if (await tryLock(client, name)) return;
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
}

async function perform(job: JobRow, work: JobKind, context: JobContext) {
  const { db, log } = context;
  try {
    await advanceJob(db, job, { state: 'running' });
    const result = await work(job, context);
    await advanceJob(db, job, { state: 'done', result });
    log.info({ job: job.id, kind: job.kind }, 'job done');
  } catch (error) {
    if (error instanceof Stopping) return;
    if (isPassing(error)) throw error;
    if (isDiskFull(error)) {
      log.error({ err: error, job: job.id }, 'job failed');
      return advanceJob(db, job, { state: 'failed', message: DISK_FULL });
    }
    const expected = error instanceof JobFailed;
    if (!expected) log.error({ err: error, job: job.id }, 'job failed');
    const message = expected ? error.message : `Something went wrong here. Reference: ${job.id}`;
    await advanceJob(db, job, { state: 'failed', message });
  }
}

/** Every job calls it between two steps. */
export function stopIfAborted(signal: AbortSignal) {
  if (signal.aborted) throw new Stopping();
}
