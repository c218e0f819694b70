import type { ImportReport } from '../../../contract/calls/imports.ts';
import type { Db } from '../../db/open.ts';
import { publish } from '../../live/publish.ts';
import type { ImportRun, PlannedSource, Problem, Stage } from '../stage.ts';
import { authorsOf } from './authors.ts';
import { importDocument } from './import-documents.ts';
import { filesOf } from './import-files.ts';
import { importMembers, importServerDocuments, importServers, type RecordContext } from './import-records.ts';
import { readersOf } from './readers.ts';
import type { InstanceSource } from './instance-source.ts';
import { planInstance } from './plan.ts';

const ADMINISTRATORS_ALONE =
  'This is an export of a whole Ops Hub. Only administrators can import it, since it says who wrote what and when.';

/** Documents and versions per transaction; one document is never split. */
const MOST_DOCUMENTS = 50;
const MOST_VERSIONS = 500;
const MOST_ROWS = 500;

/** An export of a whole instance: documents, then servers, members and links. */
export const plannedInstance = ({
  problems,
  ...source
}: InstanceSource & { problems: Problem[] }): PlannedSource => ({
  total:
    source.documents.length + source.servers.length + source.members.length + source.serverDocuments.length,
  problems,
  onlyForAdministrators: ADMINISTRATORS_ALONE,
  plan: (run) => stagesOf(source, run),
  finish: (report) => countSkipped(report, source),
});

async function stagesOf(source: InstanceSource, run: ImportRun): Promise<Stage[]> {
  const { db, job, archive, storage, schedule, actor, dryRun } = run;
  const plan = await planInstance(db, source);
  const ids = {
    documents: new Map(source.documents.map(({ path, id }) => [path, id])),
    files: new Map(source.files.map(({ path, id }) => [path, id])),
  };
  const storeFiles = filesOf(source, {
    archive,
    storage,
    plan,
    importId: job.id,
    ownerId: job.ownerId,
    dryRun,
  });
  const findAuthor = authorsOf(db, job.ownerId);
  const findReaders = readersOf(actor, source.groups);
  const common = { actor, importId: job.id, plan, ids, storeFiles, schedule, dryRun };
  const documents: Stage = {
    count: source.documents.length,
    read: async (start) => async (tx, report) => {
      let [count, versions] = [0, 0];
      for (const item of source.documents.slice(start, start + MOST_DOCUMENTS)) {
        if (versions >= MOST_VERSIONS) break;
        versions += await importDocument(tx, item, report, { ...common, archive, findAuthor, findReaders });
        count += 1;
      }
      if (!dryRun) await publish(tx, { type: 'changed', topic: 'documents' });
      return count;
    },
  };
  const table = <R>(
    rows: R[],
    store: (tx: Db, rows: R[], report: ImportReport, context: RecordContext) => Promise<void>,
  ): Stage => ({
    count: rows.length,
    read: async (start) => async (tx, report) => {
      const portion = rows.slice(start, start + MOST_ROWS);
      await store(tx, portion, report, common);
      return portion.length;
    },
  });
  return [
    documents,
    table(source.servers, importServers),
    table(source.members, importMembers),
    table(source.serverDocuments, importServerDocuments),
  ];
}

/** Accounts for each file of the zip: imported or skipped as a document, or part of another one. */
function countSkipped(report: ImportReport, source: InstanceSource): void {
  const paths = new Set(source.paths);
  const leftOut = new Set(
    report.problems.filter(({ path, isLeftOut }) => isLeftOut && paths.has(path)).map(({ path }) => path),
  );
  report.skipped = paths.size - report.created - report.updated - leftOut.size;
}
