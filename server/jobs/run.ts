import type { Client } from 'pg';
import type { Database, Db } from '../db/open.ts';
import { DISK_FULL, isDiskFull, isPassing } from '../http/errors.ts';
import { advanceJob, findJob, type JobRow } from './queries.ts';

export type JobContext = {
  db: Db;
  /** Aborts when the process stops: the job then throws `Stopping` between two steps and continues later. */
  signal: AbortSignal;
  /** Waits until no other job of that name is at work; it is ours until the job ends. */
  alone(name: string): Promise<void>;
};

/** Does the work from where `job.done` and `job.result` say it is, and returns the final result. */
export type JobKind = (job: JobRow, context: JobContext) => Promise<unknown>;

/** The work cannot succeed; the message is for people. */
export class JobFailed extends Error {}

/** The process stops; the job stays as it is and goes on after the next start. */
export class Stopping extends Error {}

/** How often a job asks for its turn. */
const TURN_MS = 500;

export type Log = { info(data: object, text: string): void; error(data: object, text: string): void };

/**
 * Runs one job to its end unless another process does so already: the lock is held by a connection of its own and goes
 * with the process, so a killed job can be taken up at once. Throws only what makes sense to try again.
 */
export async function runJob(
  database: Database,
  kinds: Record<string, JobKind>,
  id: string,
  { signal, log }: { signal: AbortSignal; log: Log },
) {
  const client = database.newClient();
  // With the connection the lock is gone, and another process may take the job up.
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
    await perform(job, work, { db: database.db, signal: ended, alone }, log);
  } finally {
    await client.end();
  }
}

/** For work that another connection does: as long as that has the lock, nobody takes the job up. */
export const lockJob = async (client: Client, id: string): Promise<void> => void (await tryLock(client, id));

async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [name]);
  return rows[0]?.mine === true;
}

/** Asks again and again in place of waiting in the database, so that a stop ends the wait. */
async function waitForTurn(client: Client, name: string, signal: AbortSignal) {
  for (;;) {
    stopIfAsked(signal);
    if (await tryLock(client, name)) return;
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
}

async function perform(job: JobRow, work: JobKind, context: JobContext, log: Log) {
  const { db } = context;
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

/** What every job does between two steps. */
export function stopIfAsked(signal: AbortSignal) {
  if (signal.aborted) throw new Stopping();
}
