import { roomFor } from '../objects/queries.ts';
import { convertPage, type Conversion, type Converted } from './convert.ts';
import type { PagesSource } from './formats/format.ts';
import { idsOfPages } from './page-ids.ts';
import { resolverFor } from './resolve.ts';
import type { ImportRun, PlannedSource, Stage } from './stage.ts';
import { storePages, type StoreContext } from './store.ts';
import { storedFilesOf } from './stored-files.ts';

/** Pages per transaction. */
const PORTION = 50;

/** Pages first: counting the other files requires the images that could not be shown. */
export const plannedPages = (source: PagesSource): PlannedSource => ({
  total: source.pages.length + source.files.length,
  problems: source.problems ?? [],
  plan: async (run) => [await stageOfPages(source, run), stageOfFiles(source)],
  finish(report) {
    const leftOut = new Set(report.problems.filter(({ isLeftOut }) => isLeftOut).map(({ path }) => path));
    report.skipped += source.files.filter(({ path }) => !leftOut.has(path)).length;
  },
});

async function stageOfPages(source: PagesSource, run: ImportRun): Promise<Stage> {
  const conversion = await prepare(source, run);
  const { job, actor, dryRun } = run;
  const target: StoreContext = { id: job.id, actor, ids: conversion.ids, counted: new Set(), dryRun };
  return {
    count: source.pages.length,
    async read(start) {
      const pages: Converted[] = [];
      for (const page of source.pages.slice(start, start + PORTION))
        pages.push(published(await convertPage(page, conversion), job.input['publish']));
      return async (tx, report) => {
        await storePages(tx, pages, report, target);
        return pages.length;
      };
    },
  };
}

/** The page with the state that the importer chose. Jobs of an earlier version have no choice. */
function published(page: Converted, publish: unknown): Converted {
  if ('problem' in page || (publish !== 'published' && publish !== 'drafts')) return page;
  return { ...page, fields: { ...page.fields, isPublished: publish === 'published' } };
}

/** Files are stored with the pages that show them, and counted at the end. */
const stageOfFiles = ({ files }: PagesSource): Stage => ({
  count: files.length,
  read: async () => async () => files.length,
});

async function prepare(
  { pages, files, aliases }: PagesSource,
  { db, job, archive, storage, actor, dryRun }: ImportRun,
): Promise<Conversion> {
  // Administrators move whole wikis.
  const room = { bytes: actor.role === 'admin' ? Infinity : await roomFor(db, job.ownerId) };
  const paths = pages.map(({ path }) => path);
  return {
    ids: await idsOfPages(db, actor, job.id, pages),
    files: new Map(files.map((file) => [file.path, file])),
    resolve: resolverFor([...paths, ...files.map(({ path }) => path)], aliases),
    storedFiles: storedFilesOf(archive, { db, storage, reader: actor, ownerId: job.ownerId, dryRun, room }),
  };
}
