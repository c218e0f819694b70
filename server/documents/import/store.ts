import { isDeepStrictEqual } from 'node:util';
import type { ImportReport } from '../../../contract/documents.ts';
import type { Actor } from '../../actor.ts';
import type { Db } from '../../db/open.ts';
import { createObjects } from '../../objects/queries.ts';
import { findTakenIds, lockByImportPaths } from '../queries.ts';
import { createDocuments, fieldsOf, storeVersion } from '../save.ts';
import type { Converted } from './convert.ts';

/** Writes pages with their images and returns the report with their outcomes added. */
export async function storePages(
  tx: Db,
  actor: Actor,
  pages: Converted[],
  ids: Map<string, string>,
  report: ImportReport,
): Promise<ImportReport> {
  const after = { ...report, problems: [...report.problems] };
  const good = pages.filter((page) => 'fields' in page);
  for (const page of pages) addProblems(after, page);

  await createObjects(
    tx,
    good.flatMap(({ objects }) => objects),
  );
  const stored = new Map(
    (
      await lockByImportPaths(
        tx,
        good.map(({ path }) => path),
      )
    ).map((row) => [row.importPath, row]),
  );
  const fresh = good.filter(({ path }) => !stored.has(path));
  if (fresh.length > 0) {
    // A document that went to the bin since the import began keeps its id there.
    const taken = await findTakenIds(
      tx,
      fresh.flatMap(({ path }) => ids.get(path) ?? []),
    );
    const inputs = fresh.map(({ path, fields, origin }) => {
      const id = ids.get(path);
      return { ...fields, id: id && taken.has(id) ? undefined : id, importPath: path, changeLog: origin };
    });
    await createDocuments(tx, actor, inputs);
  }
  after.created += fresh.length;
  for (const { path, fields } of good) {
    const row = stored.get(path);
    if (!row) continue;
    const isEqual = isDeepStrictEqual(fieldsOf(row), fields);
    if (!isEqual) await storeVersion(tx, actor, row, fields, `Imported from ${path}`.slice(0, 500));
    after[isEqual ? 'skipped' : 'updated'] += 1;
  }
  return after;
}

/** A page that stays out, or what one came in without: a file that many pages show is told once. */
function addProblems(report: ImportReport, page: Converted) {
  const problems = 'problem' in page ? [{ path: page.path, reason: page.problem }] : page.problems;
  for (const problem of problems) {
    const isTold = report.problems.some(({ path }) => path === problem.path && path !== page.path);
    if (!isTold) report.problems.push(problem);
  }
}
