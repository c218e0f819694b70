import type { ImportReport } from '../../contract/calls/imports.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { advanceJob, type JobRow } from '../jobs/queries.ts';
import { stopIfAborted } from '../jobs/run.ts';
import type { Schedule } from '../servers/schedule.ts';
import type { Storage } from '../storage/storage.ts';
import type { Archive } from './archive.ts';

/** An entry of the report. When `isLeftOut` is false, the file was imported with changes. */
export type Problem = ImportReport['problems'][number];

/** What every import works with. `schedule` plans checks of imported servers. */
export type ImportRun = {
  db: Db;
  job: JobRow;
  signal: AbortSignal;
  archive: Archive;
  storage: Storage;
  schedule: Schedule;
  actor: Actor;
  /** Does the same without storing anything. */
  dryRun: boolean;
};

/** Objects of one kind, in the order of the zip, which are stored in portions. */
export type Stage = {
  count: number;
  /** Reads the portion that begins at `start`. What it returns stores it. */
  read(start: number): Promise<StorePortion>;
};

/** Stores a portion, adds it to the report, and returns the number of its objects. */
type StorePortion = (tx: Db, report: ImportReport) => Promise<number>;

/** The content of a zip, ready to be stored. */
export type PlannedSource = {
  /** Objects of all stages. */
  total: number;
  /** Problems outside of single objects, such as skipped files. */
  problems: Problem[];
  /** Why only administrators may import it. */
  onlyForAdministrators?: string;
  plan(run: ImportRun): Promise<Stage[]>;
  /** Accounts for the remaining files of the zip, with the last portion. */
  finish(report: ImportReport): void;
};

/**
 * Stores what is left of an import. Each portion is stored with the report and the progress in one transaction, so that a
 * killed import continues after its last portion and repeats nothing.
 */
export async function storeStages(
  source: PlannedSource,
  begun: ImportReport,
  begunAt: number,
  run: ImportRun,
): Promise<ImportReport> {
  const { db, job, signal } = run;
  let [report, done] = [begun, begunAt];
  const step = async (store: StorePortion) => {
    [report, done] = await db.transaction(async (tx) => {
      const after = structuredClone(report);
      const now = done + (await store(tx, after));
      if (now === source.total) source.finish(after);
      await advanceJob(tx, job, { done: now, result: after });
      return [after, now];
    });
  };
  let end = 0;
  for (const { count, read } of await source.plan(run)) {
    const start = end;
    end += count;
    while (done < end) {
      stopIfAborted(signal);
      await step(await read(done - start));
    }
  }
  if (source.total === 0) await step(async () => 0);
  return report;
}
