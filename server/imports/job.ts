import { ImportReport } from '../../contract/imports.ts';
import type { Actor } from '../actor.ts';
import { findUser } from '../accounts/queries.ts';
import type { Db } from '../db/open.ts';
import { imports } from '../db/schema.ts';
import { found, isPassing } from '../http/errors.ts';
import { advanceJob, type JobRow } from '../jobs/queries.ts';
import { JobFailed, stopIfAborted, Stopping, type JobContext, type JobKind } from '../jobs/run.ts';
import type { Schedule } from '../servers/save.ts';
import { roomFor } from '../objects/queries.ts';
import { displayName } from '../http/session.ts';
import type { Storage } from '../storage/storage.ts';
import { importInstance, stepsOf } from './instance/import.ts';
import { BadArchive, openArchive, type Archive } from './archive.ts';
import { convertPage, type Conversion, type Converted } from './convert.ts';
import { openSource, type OpenedSource } from './formats/all-formats.ts';
import { IMPORT } from './routes.ts';
import { idsOfPages } from './page-ids.ts';
import { storedFilesOf } from './stored-files.ts';
import { resolverFor } from './resolve.ts';
import { storePages, type StoreContext } from './store.ts';

/** What an import needs beside the database. `schedule` plans checks of imported servers. */
type Outside = { storage: Storage; schedule: Schedule };

/** Pages per transaction. */
const STEP = 50;

/**
 * Imports a zip of any supported format. Each step stores its documents, the report and the progress in one
 * transaction, so that a killed import continues after its last step and repeats nothing. A dry run does the same
 * without storing.
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
  context: JobContext,
  { storage, schedule }: Outside,
): Promise<ImportReport> {
  const { db, signal } = context;
  const dryRun = isDryRun(job);
  const source = await openSource(archive);
  const actor = await actorBehind(db, job);
  const { instance } = source;
  if (instance && actor.role !== 'admin') throw new JobFailed(ADMINISTRATORS_ALONE);
  const total = instance ? stepsOf(instance) : source.pages.length + source.files.length;
  // A dry run stores no progress, so it starts over.
  const done = dryRun ? 0 : job.done;
  if (done === 0) {
    await readEverything(archive, signal);
    await advanceJob(db, job, { total, done });
  }
  if (!dryRun) await noteImport(db, job, source.format);
  const begun = (done > 0 && ImportReport.safeParse(job.result).data) || emptyReport(source, dryRun);
  const run = { db, job, signal, archive, storage, actor, dryRun, done, total };
  const report = instance
    ? await importInstance(instance, begun, { ...run, schedule })
    : await importPages(source, begun, run);
  await storage.remove(String(job.input['key']));
  return report;
}

const ADMINISTRATORS_ALONE =
  'This is an export of a whole Ops Hub. Only administrators can import it, since it says who wrote what and when.';

type Run = {
  db: Db;
  job: JobRow;
  signal: AbortSignal;
  archive: Archive;
  storage: Storage;
  actor: Actor;
  dryRun: boolean;
  done: number;
  total: number;
};

async function importPages(source: OpenedSource, begun: ImportReport, run: Run): Promise<ImportReport> {
  const { db, job, signal, actor, dryRun, total } = run;
  let { done } = run;
  const conversion = await prepare(source, run);
  const target: StoreContext = { id: job.id, actor, ids: conversion.ids, counted: new Set(), dryRun };
  let report = begun;
  // Pages first: counting the other files requires the images that could not be shown.
  for (; done < source.pages.length; done = Math.min(done + STEP, source.pages.length)) {
    stopIfAborted(signal);
    const converted: Converted[] = [];
    for (const page of source.pages.slice(done, done + STEP))
      converted.push(await convertPage(page, conversion));
    report = await db.transaction(async (tx) => {
      const after = await storePages(tx, converted, report, target);
      await advanceJob(tx, job, { done: done + converted.length, result: after });
      return after;
    });
  }
  if (done < total) {
    const leftOut = new Set(report.problems.filter(({ isLeftOut }) => isLeftOut).map(({ path }) => path));
    report.skipped += source.files.filter(({ path }) => !leftOut.has(path)).length;
    await advanceJob(db, job, { done: total, result: report });
  }
  return report;
}

const isDryRun = (job: JobRow): boolean => job.input['dryRun'] === true;

const emptyReport = ({ format, problems = [] }: OpenedSource, dryRun: boolean): ImportReport => ({
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

async function prepare(
  { pages, files, aliases }: OpenedSource,
  { db, job, archive, storage, actor, dryRun }: Run,
): Promise<Conversion> {
  // Administrators move whole wikis.
  const room = { bytes: actor.role === 'admin' ? Infinity : await roomFor(db, job.ownerId) };
  const paths = pages.map(({ path }) => path);
  return {
    ids: await idsOfPages(db, job.id, pages),
    files: new Map(files.map((file) => [file.path, file])),
    resolve: resolverFor([...paths, ...files.map(({ path }) => path)], aliases),
    storedFiles: storedFilesOf(archive, { db, storage, ownerId: job.ownerId, dryRun, room }),
  };
}

async function actorBehind(db: Db, job: JobRow): Promise<Actor> {
  const user = found(await findUser(db, job.ownerId), 'Account');
  return {
    userId: user.id,
    name: displayName(user),
    role: user.role === 'admin' ? 'admin' : 'user',
    via: 'command',
  };
}
