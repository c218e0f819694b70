import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Job } from '../../contract/calls/jobs.ts';
import { personReader } from '../../contract/shared/readers.ts';
import type { Db } from '../db/open.ts';
import { jobs } from '../db/schema.ts';
import { publish } from '../live/publish.ts';

export type JobRow = typeof jobs.$inferSelect;

const asJob = (row: JobRow): Job => ({
  id: row.id,
  state: row.state as Job['state'],
  done: row.done,
  total: row.total,
  ...(row.state === 'done' ? { result: row.result } : {}),
  ...(row.message === null ? {} : { message: row.message }),
});

export async function findOwnJob(db: Db, ownerId: string, id: string): Promise<Job | undefined> {
  const [row] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.ownerId, ownerId)));
  return row && asJob(row);
}

export async function findJob(db: Db, id: string): Promise<JobRow | undefined> {
  return (await db.select().from(jobs).where(eq(jobs.id, id)))[0];
}

export async function createJob(
  db: Db,
  job: Pick<JobRow, 'id' | 'kind' | 'ownerId' | 'input'>,
): Promise<void> {
  await db.insert(jobs).values(job);
}

/** Jobs that have not ended. */
export const listUnfinished = (db: Db): Promise<JobRow[]> =>
  db
    .select()
    .from(jobs)
    .where(inArray(jobs.state, ['waiting', 'running']))
    .orderBy(jobs.createdAt);

/** Stores the progress of a job, together with the work itself, and notifies its owner's screens. */
export async function advanceJob(
  tx: Db,
  job: JobRow,
  change: Partial<Pick<JobRow, 'state' | 'done' | 'total' | 'result' | 'message'>>,
) {
  const ended = change.state === 'done' || change.state === 'failed';
  const [row] = await tx
    .update(jobs)
    .set({ ...change, ...(ended ? { finishedAt: sql`now()` } : {}) })
    .where(eq(jobs.id, job.id))
    .returning();
  if (!row) return;
  const { id, state, done, total } = row;
  await publish(tx, { type: 'job', id, state, done, total }, [personReader(row.ownerId)]);
}

export async function removeOldJobs(db: Db): Promise<void> {
  await db.delete(jobs).where(lt(jobs.finishedAt, sql`now() - interval '7 days'`));
}
