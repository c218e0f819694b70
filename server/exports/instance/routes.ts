import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { instanceExport } from '../../../contract/calls/exports.ts';
import { record } from '../../audit/record.ts';
import type { Database } from '../../db/open.ts';
import { jobs } from '../../db/schema.ts';
import { takeLongTurn } from '../../http/budgets.ts';
import { ignoreFullDisk, refuse, RefusalError, validationFailed } from '../../http/errors.ts';
import { advanceJob, createJob, type JobRow } from '../../jobs/queries.ts';
import { JobFailed, lockJob, type JobKind } from '../../jobs/run.ts';
import type { Storage } from '../../storage/storage.ts';
import type { exportInstance, InstanceExport } from './export.ts';

/** Returns a file instead of JSON, so it is not mounted. The access check still recognises it by its endpoint. */
export function instanceRoutes(app: FastifyInstance, database: Database, storage: Storage) {
  const { zip } = instanceExport;
  app.get(zip.path, { config: { endpoint: zip }, exposeHeadRoute: false }, async (request, reply) => {
    const query = zip.query.safeParse(request.query);
    if (query.error) throw new RefusalError(validationFailed(query.error));
    const { actor } = request;
    if (!actor) throw new RefusalError(refuse(401, 'signed_out', 'Sign in first'));
    await takeLongTurn(request, reply);
    const run = async (watch: Parameters<typeof exportInstance>[2]) =>
      (await import('./export.ts')).exportInstance(database, storage, { ...watch, whose: actor });
    const made = await watchedExport(database, actor.userId, query.data.job, run);
    // A full export is recorded in the audit log, even if the download breaks off.
    const event = { action: 'system.export' as const, kind: 'system', after: made.contents };
    await ignoreFullDisk(record(database.db, actor, event));
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${fileName(new Date())}"`)
      .send(made.zip);
  });
}

const fileName = (now: Date): string => `ops-hub-${now.toISOString().slice(0, 10)}.zip`;

export const EXPORT = 'export';

/** An export is the response to a request and ends with it, so the job cannot be resumed. */
export const exportJob: JobKind = async () => {
  throw new JobFailed('Ops Hub stopped before the export was done. Export again.');
};

/** Milliseconds between two progress updates. */
const EVERY_MS = 500;

type Run = (watch: NonNullable<Parameters<typeof exportInstance>[2]>) => Promise<InstanceExport>;

/**
 * Runs an export with the job id that the client chose, so that its screen can show progress and failure. Ends when
 * nobody reads it any more.
 */
async function watchedExport(
  database: Database,
  ownerId: string,
  id: string | undefined,
  run: Run,
): Promise<InstanceExport> {
  const job = id ? await startJob(database, ownerId, id) : undefined;
  const note = (change: Parameters<typeof advanceJob>[2]) =>
    job ? advanceJob(database.db, job, change).catch(() => undefined) : undefined;
  let reportedAt = -Infinity;
  const made = await run({
    holding: async (client) => {
      if (job) await lockJob(client, job.id);
    },
    progress: (done, total) => {
      if (performance.now() - reportedAt < EVERY_MS) return;
      reportedAt = performance.now();
      void note({ done, total });
    },
  }).catch(async (error: unknown) => {
    const message = error instanceof RefusalError ? error.message : 'The export could not begin.';
    await note({ state: 'failed', message });
    throw error;
  });
  made.done.then(
    (manifest) => note({ state: 'done', result: manifest }),
    () => note({ state: 'failed', message: 'The download broke off. Export again.' }),
  );
  return made;
}

/** The export continues without progress on a full disk, since nothing else may be able to rescue the texts. */
async function startJob(database: Database, ownerId: string, id: string): Promise<JobRow | undefined> {
  const taken = await database.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id));
  if (taken.length > 0) throw new RefusalError(refuse(409, 'job_taken', 'There is a job of this id already'));
  await ignoreFullDisk(createJob(database.db, { id, kind: EXPORT, ownerId, input: {} }));
  const [row] = await database.db.select().from(jobs).where(eq(jobs.id, id));
  if (row) await ignoreFullDisk(advanceJob(database.db, row, { state: 'running' }));
  return row;
}
