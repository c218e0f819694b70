import { ImportReport } from '../../contract/calls/imports.ts';
import { listPrincipals } from '../access/readers.ts';
import type { Actor } from '../actor.ts';
import { findUser } from '../accounts/queries.ts';
import type { Db } from '../db/open.ts';
import { imports } from '../db/schema.ts';
import { found, isPassing } from '../http/errors.ts';
import { advanceJob, type JobRow } from '../jobs/queries.ts';
import { JobFailed, stopIfAborted, Stopping, type JobContext, type JobKind } from '../jobs/run.ts';
import type { Schedule } from '../servers/schedule.ts';
import { displayName } from '../http/session.ts';
import type { Storage } from '../storage/storage.ts';
import { BadArchive, openArchive, type Archive } from './archive.ts';
import { openSource, type OpenedSource } from './formats/all-formats.ts';
import { IMPORT } from './routes.ts';
import { storeStages } from './stage.ts';

/** What an import needs beside the database. `schedule` plans checks of imported servers. */
type Outside = { storage: Storage; schedule: Schedule };

/**
 * Imports a zip of any supported format. A killed import continues after its last portion. A dry run does the same without
 * storing.
 */
export const importJob =
  (outside: Outside): JobKind =>
  async (job, context) => {
    const { storage } = outside;
    const key = String(job.input['key']);
    const stored = await storage.asFile(key);
    // Killed after the last step: only the job's status is missing.
    if (!stored && job.total > 0 && job.done === job.total) return job.result;
    if (!stored) throw new JobFailed('The uploaded file is gone. Upload it again.');
    try {
      const archive = await openArchive(stored.path);
      try {
        // Two simultaneous imports could both create a document for the same path.
        if (!isDryRun(job)) await context.alone(IMPORT);
        return await importSource(archive, job, context, outside);
      } finally {
        await archive.close();
      }
    } catch (error) {
      const goesOnLater = error instanceof Stopping || isPassing(error);
      if (!goesOnLater) await storage.remove(key);
      if (error instanceof BadArchive) throw new JobFailed(error.message);
      throw error;
    } finally {
      await stored.done();
    }
  };

async function importSource(
  archive: Archive,
  job: JobRow,
  { db, signal }: JobContext,
  { storage, schedule }: Outside,
): Promise<ImportReport> {
  const dryRun = isDryRun(job);
  const source = await openSource(archive);
  const actor = await actorBehind(db, job);
  if (source.onlyForAdministrators && actor.role !== 'admin')
    throw new JobFailed(source.onlyForAdministrators);
  // A dry run stores no progress, so it starts over.
  const done = dryRun ? 0 : job.done;
  if (done === 0) {
    await readEverything(archive, signal);
    await advanceJob(db, job, { total: source.total, done });
  }
  if (!dryRun) await noteImport(db, job, source.format);
  const begun = (done > 0 && ImportReport.safeParse(job.result).data) || emptyReport(source, dryRun);
  const run = { db, job, signal, archive, storage, schedule, actor, dryRun };
  const report = await storeStages(source, begun, done, run);
  await storage.remove(String(job.input['key']));
  return report;
}

const isDryRun = (job: JobRow): boolean => job.input['dryRun'] === true;

const emptyReport = ({ format, problems }: OpenedSource, dryRun: boolean): ImportReport => ({
  format,
  dryRun,
  created: 0,
  updated: 0,
  skipped: 0,
  images: 0,
  files: 0,
  versions: 0,
  servers: { created: 0, present: 0 },
  members: { created: 0, present: 0 },
  serverDocuments: 0,
  records: [],
  documents: [],
  problems,
});

/** Stored before the first document, so that an interrupted import can be undone. */
async function noteImport(db: Db, { id, ownerId, input }: JobRow, format: string) {
  const row = { id, userId: ownerId, fileName: String(input['name']), format };
  await db.insert(imports).values(row).onConflictDoNothing();
}

/** Reads everything once before anything is stored, so that a damaged zip imports nothing. */
async function readEverything(archive: Archive, signal: AbortSignal) {
  for (const file of archive.files) {
    stopIfAborted(signal);
    await archive.read(file);
  }
}

async function actorBehind(db: Db, job: JobRow): Promise<Actor> {
  const user = found(await findUser(db, job.ownerId), 'Account');
  return {
    userId: user.id,
    name: displayName(user),
    role: user.role,
    via: 'command',
    principals: await listPrincipals(db, user.id),
  };
}
