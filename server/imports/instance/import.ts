import type { ImportReport } from '../../../contract/imports.ts';
import type { Actor } from '../../actor.ts';
import type { Db } from '../../db/open.ts';
import { advanceJob, type JobRow } from '../../jobs/queries.ts';
import { stopIfAborted } from '../../jobs/run.ts';
import { publish } from '../../live/publish.ts';
import type { Schedule } from '../../servers/save.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Archive } from '../archive.ts';
import { importDocument } from './import-documents.ts';
import { filesOf } from './import-files.ts';
import { importMembers, importServerDocuments, importServers } from './import-records.ts';
import { planInstance } from './plan.ts';
import type { InstanceSource } from './instance-source.ts';
import { authorsOf } from './authors.ts';

type Run = {
  db: Db;
  job: JobRow;
  signal: AbortSignal;
  archive: Archive;
  storage: Storage;
  schedule: Schedule;
  actor: Actor;
  dryRun: boolean;
  /** Steps done by an earlier, interrupted run. */
  done: number;
  total: number;
};

/** Steps in order: documents, servers, members and links. */
export const stepsOf = ({ documents, servers, members, serverDocuments }: InstanceSource): number =>
  documents.length + servers.length + members.length + serverDocuments.length;

/** Documents and versions per transaction; one document is never split. */
const MOST_DOCUMENTS = 50;
const MOST_VERSIONS = 500;
const MOST_ROWS = 500;

/**
 * Imports an export of a whole instance. Each step stores its objects, the report and the progress in one transaction,
 * so that a killed import continues after its last step. A dry run does the same without storing.
 */
export async function importInstance(
  source: InstanceSource,
  begun: ImportReport,
  run: Run,
): Promise<ImportReport> {
  const { db, job, signal, archive, storage, schedule, actor, dryRun, total } = run;
  const plan = await planInstance(db, source);
  const ids = {
    documents: new Map(source.documents.map(({ path, id }) => [path, id])),
    files: new Map(source.files.map(({ path, id }) => [path, id])),
  };
  const target = { archive, storage, plan, importId: job.id, ownerId: job.ownerId, dryRun };
  const storeFiles = filesOf(source, target);
  const findAuthor = authorsOf(db, job.ownerId);
  const common = { actor, importId: job.id, plan, ids, storeFiles, dryRun };
  let { done } = run;
  let report = begun;
  const step = async (work: (tx: Db, after: ImportReport) => Promise<number>) => {
    stopIfAborted(signal);
    report = await db.transaction(async (tx) => {
      const after = structuredClone(report);
      done += await work(tx, after);
      if (done === total) finish(after, source);
      await advanceJob(tx, job, { done, result: after });
      return after;
    });
  };

  while (done < source.documents.length) {
    await step(async (tx, after) => {
      const items = source.documents.slice(done, done + MOST_DOCUMENTS);
      let count = 0;
      let versions = 0;
      for (const item of items) {
        if (versions >= MOST_VERSIONS) break;
        versions += await importDocument(tx, item, after, { ...common, archive, findAuthor });
        count += 1;
      }
      if (!dryRun) await publish(tx, { type: 'changed', topic: 'documents' });
      return count;
    });
  }
  const tables = [
    { rows: source.servers, bring: importServers },
    { rows: source.members, bring: importMembers },
    { rows: source.serverDocuments, bring: importServerDocuments },
  ];
  let before = source.documents.length;
  for (const { rows, bring } of tables) {
    while (done < before + rows.length) {
      await step(async (tx, after) => {
        const portion = rows.slice(done - before, done - before + MOST_ROWS);
        await bring(tx, portion as InstanceSource['servers'], after, { ...common, schedule });
        return portion.length;
      });
    }
    before += rows.length;
  }
  if (total === 0) await step(async () => 0);
  return report;
}

/** Accounts for each file of the zip: imported or skipped as a document, or part of another one. */
function finish(report: ImportReport, source: InstanceSource): void {
  const paths = new Set(source.paths);
  const leftOut = new Set(
    report.problems.filter(({ path, isLeftOut }) => isLeftOut && paths.has(path)).map(({ path }) => path),
  );
  report.skipped = paths.size - report.created - report.updated - leftOut.size;
}
