import { createHash } from 'node:crypto';
import { ImportReport } from '../../../contract/documents.ts';
import type { Actor } from '../../actor.ts';
import { findUser } from '../../accounts/queries.ts';
import type { Db } from '../../db/open.ts';
import { found, isDatabaseAway } from '../../errors.ts';
import { advanceJob } from '../../jobs/queries.ts';
import type { JobRow } from '../../jobs/queries.ts';
import { JobFailed, stopIfAsked, Stopping } from '../../jobs/run.ts';
import type { JobContext, JobKind } from '../../jobs/run.ts';
import { displayName } from '../../session.ts';
import type { Storage } from '../../storage/storage.ts';
import { BadArchive, openArchive } from './archive.ts';
import type { Archive, ArchiveFile } from './archive.ts';
import { convertPage } from './convert.ts';
import type { Conversion, Converted } from './convert.ts';
import { asMarkdown } from './foreign/as-markdown.ts';
import { storedFilesOf } from './stored-files.ts';
import { isMarkdown, resolverFor } from './resolve.ts';
import { findByImportPaths, findTakenIds } from '../queries.ts';
import { storePages } from './store.ts';

export const IMPORT = 'import';

/** Files whose outcome is written in one transaction. */
const STEP = 50;

/**
 * Imports a zip of markdown. Each step writes its documents, the report so far and how far it is in one transaction, so
 * an import that was killed goes on behind its last step and does nothing twice.
 */
export const importJob =
  (storage: Storage): JobKind =>
  async (job, context) => {
    const key = String(job.input['key']);
    const stored = await storage.asFile(key);
    // Killed after its last step: all is done, only the job does not say so yet.
    if (!stored && job.total > 0 && job.done === job.total) return job.result;
    if (!stored) throw new JobFailed('The uploaded file is gone. Upload it again.');
    try {
      const archive = await openArchive(stored.path);
      try {
        // Two imports at once could both make the document of a path.
        await context.alone(IMPORT);
        return await importArchive(await asMarkdown(archive), job, context, storage);
      } finally {
        archive.close();
      }
    } catch (error) {
      const goesOnLater = error instanceof Stopping || isDatabaseAway(error);
      if (!goesOnLater) await storage.remove(key);
      if (error instanceof BadArchive) throw new JobFailed(error.message);
      throw error;
    } finally {
      await stored.done();
    }
  };

async function importArchive(
  archive: Archive,
  job: JobRow,
  context: JobContext,
  storage: Storage,
): Promise<ImportReport> {
  const { db, signal } = context;
  // Pages first: by the time the other files are counted it is known which images could not be shown.
  const files = [
    ...archive.files.filter(({ path }) => isMarkdown(path)),
    ...archive.files.filter(({ path }) => !isMarkdown(path)),
  ];
  if (job.done === 0) {
    await readEverything(archive, signal);
    await advanceJob(db, job, { total: files.length });
  }
  const actor = await actorBehind(db, job);
  const conversion = await prepare(db, archive, job, storage);
  let report = ImportReport.safeParse(job.result).data ?? {
    created: 0,
    updated: 0,
    skipped: 0,
    problems: [],
  };
  for (let done = job.done; done < files.length; done += STEP) {
    stopIfAsked(signal);
    report = await importStep(db, job, actor, files.slice(done, done + STEP), report, done, conversion);
  }
  await storage.remove(String(job.input['key']));
  return report;
}

/** Unpacks all of it once before anything is written, so that a damaged zip imports nothing. */
async function readEverything(archive: Archive, signal: AbortSignal) {
  for (const file of archive.files) {
    stopIfAsked(signal);
    await archive.read(file);
  }
}

async function prepare(db: Db, archive: Archive, job: JobRow, storage: Storage): Promise<Conversion> {
  const pages = archive.files.map(({ path }) => path).filter(isMarkdown);
  return {
    archive,
    ids: await idsFor(db, job, pages),
    files: new Map(archive.files.map((file) => [file.path, file])),
    resolve: resolverFor(archive.files.map(({ path }) => path)),
    storedFiles: storedFilesOf(archive, db, storage, job.ownerId),
  };
}

/**
 * The ids that pages have or will have, known before they are stored, since links to them may be written first. A page
 * that stays out leads to the same id each time, or the pages that link to it would change with every import.
 */
async function idsFor(db: Db, job: JobRow, pages: string[]): Promise<Map<string, string>> {
  const ids = new Map(pages.map((path) => [path, idMadeOf(path)]));
  // The document that an earlier import made of the path may be in the bin.
  const taken = await findTakenIds(db, [...ids.values()]);
  for (const [path, id] of ids) if (taken.has(id)) ids.set(path, idMadeOf(`${job.id}\n${path}`));
  for (const row of await findByImportPaths(db, pages)) if (row.importPath) ids.set(row.importPath, row.id);
  return ids;
}

function idMadeOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  // Version 8: an id of our own making.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

async function importStep(
  db: Db,
  job: JobRow,
  actor: Actor,
  files: ArchiveFile[],
  report: ImportReport,
  done: number,
  conversion: Conversion,
): Promise<ImportReport> {
  const converted: Converted[] = [];
  for (const file of files.filter(({ path }) => isMarkdown(path)))
    converted.push(await convertPage(file, conversion));
  const others = files.filter(({ path }) => !isMarkdown(path));
  return db.transaction(async (tx) => {
    const after = await storePages(tx, actor, converted, conversion.ids, report);
    after.skipped += others.filter(
      ({ path }) => !after.problems.some((problem) => problem.path === path),
    ).length;
    await advanceJob(tx, job, { done: done + files.length, result: after });
    return after;
  });
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
