import { isDeepStrictEqual } from 'node:util';
import { MAX_LISTED, type ImportReport } from '../../contract/calls/imports.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { importedDocuments } from '../db/schema.ts';
import { createObjects, DOWNLOAD, type NewObject } from '../objects/queries.ts';
import { lockByImportPathsOrIds, findTakenIds, findTakenPaths } from '../documents/queries.ts';
import { createDocuments, fieldsOfDocument, storeVersion } from '../documents/save.ts';
import type { Converted } from './convert.ts';
import type { Problem } from './stage.ts';

type GoodPage = Extract<Converted, { fields: object }>;
type LockedRow = Awaited<ReturnType<typeof lockByImportPathsOrIds>>[number];
type Outcome = ImportReport['documents'][number]['outcome'];

export type StoreContext = {
  /** The import that documents and images are recorded for. */
  id: string;
  actor: Actor;
  ids: Map<string, string>;
  /** Objects already counted in the report. */
  counted: Set<string>;
  /** Only reports what would be stored. */
  dryRun: boolean;
};

/** Stores pages with their images and adds their outcomes to the report. */
export async function storePages(
  tx: Db,
  pages: Converted[],
  report: ImportReport,
  context: StoreContext,
): Promise<void> {
  for (const page of pages) addProblems(report, page);
  const good = pages.filter((page) => 'fields' in page);
  const rows = await lockByImportPathsOrIds(
    tx,
    context.actor,
    good.map(({ path }) => path),
    good.flatMap(({ path }) => context.ids.get(path) ?? []),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byPath = new Map(rows.map((row) => [row.importPath, row]));
  const planned = good.map((page) => {
    const row = byId.get(context.ids.get(page.path) ?? '') ?? byPath.get(page.path);
    return { page, row, outcome: outcomeOf(page, row) };
  });
  const objects = newObjects(good, context);
  if (!context.dryRun) {
    await createObjects(
      tx,
      objects.map((row) => ({ ...row, importId: context.id })),
    );
    await storeDocuments(tx, planned, context);
  }

  for (const { page, outcome } of planned) {
    report[outcome === 'unchanged' ? 'skipped' : outcome] += 1;
    const { title, category, tags } = page.fields;
    if (report.documents.length < MAX_LISTED)
      report.documents.push({ path: page.path, title, category, tags, outcome });
  }
  for (const { contentType } of objects) report[contentType === DOWNLOAD ? 'files' : 'images'] += 1;
}

const outcomeOf = (page: GoodPage, row: LockedRow | undefined): Outcome => {
  if (!row) return 'created';
  return isDeepStrictEqual(fieldsOfDocument(row), page.fields) ? 'unchanged' : 'updated';
};

/** Each object once, even when many pages show it. */
function newObjects(pages: GoodPage[], { counted }: StoreContext): NewObject[] {
  return pages
    .flatMap(({ objects }) => objects)
    .filter(({ id = '' }) => {
      const isNew = !counted.has(id);
      counted.add(id);
      return isNew;
    });
}

async function storeDocuments(
  tx: Db,
  planned: { page: GoodPage; row: LockedRow | undefined; outcome: Outcome }[],
  { id: importId, actor, ids }: StoreContext,
) {
  const fresh = planned.filter(({ outcome }) => outcome === 'created').map(({ page }) => page);
  const noted: (typeof importedDocuments.$inferInsert)[] = [];
  if (fresh.length > 0) {
    // A document that was moved to the bin since the import began keeps its id.
    const taken = await findTakenIds(
      tx,
      fresh.flatMap(({ path }) => ids.get(path) ?? []),
    );
    const takenPaths = await findTakenPaths(
      tx,
      fresh.map(({ path }) => path),
    );
    const inputs = fresh.map(({ path, fields, origin }) => {
      const id = ids.get(path);
      return {
        ...fields,
        id: id && taken.has(id) ? undefined : id,
        // A document that the importer may not read keeps its path.
        importPath: takenPaths.has(path) ? undefined : path,
        changeLog: origin,
      };
    });
    const created = await createDocuments(tx, actor, inputs);
    noted.push(...created.map((documentId) => ({ importId, documentId, version: 1 })));
  }
  for (const { page, row, outcome } of planned) {
    if (!row || outcome !== 'updated') continue;
    const changeLog = `Imported from ${page.path}`.slice(0, 500);
    await storeVersion(tx, actor, row, { fields: page.fields, changeLog });
    noted.push({ importId, documentId: row.id, version: row.version + 1 });
  }
  if (noted.length > 0) await tx.insert(importedDocuments).values(noted);
}

/** Reports skipped pages and missing parts. A file that many pages show is reported once. */
function addProblems(report: ImportReport, page: Converted) {
  const problems: Problem[] =
    'problem' in page ? [{ path: page.path, reason: page.problem, isLeftOut: true }] : page.problems;
  for (const problem of problems) {
    const isReported = report.problems.some(({ path }) => path === problem.path && path !== page.path);
    if (!isReported) report.problems.push(problem);
  }
}
