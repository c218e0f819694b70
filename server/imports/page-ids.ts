import type { Reader } from '../actor.ts';
import { createHash } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { findByIds, findByImportPaths, findTakenIds } from '../documents/queries.ts';
import type { SourcePage } from './formats/format.ts';

/**
 * Current or future ids of pages by path. They are assigned before storing, since a link may precede its target. The id
 * of a skipped page is stable, or the pages that link to it would change with every import.
 */
export async function idsOfPages(
  db: Db,
  reader: Reader,
  importId: string,
  pages: SourcePage[],
): Promise<Map<string, string>> {
  const exported = await exportedIds(pages);
  const paths = pages.map(({ path }) => path);
  const ids = new Map(paths.map((path) => [path, exported.get(path) ?? idMadeOf(path)]));
  // The document of an earlier import of this path may be in the bin.
  const taken = await findTakenIds(db, [...ids.values()]);
  for (const [path, id] of ids) if (taken.has(id)) ids.set(path, idMadeOf(`${importId}\n${path}`));
  for (const { importPath, id } of await findByImportPaths(db, reader, paths))
    if (importPath) ids.set(importPath, id);
  const present = new Map((await findByIds(db, reader, [...exported.values()])).map((row) => [row.id, row]));
  for (const [path, id] of exported) {
    const document = present.get(id);
    // Another page of the zip may have the path that the document came from.
    const isOfOther = document?.importPath && document.importPath !== path && ids.has(document.importPath);
    if (document && !isOfOther) ids.set(path, id);
  }
  return ids;
}

/** Ids that an export of this product wrote into its pages, by path. Of copies of a page only the first keeps it. */
async function exportedIds(pages: SourcePage[]): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const { path, readId } of pages) {
    const id = await readId?.();
    if (id && !paths.has(id)) paths.set(id, path);
  }
  return new Map([...paths].map(([id, path]) => [path, id]));
}

/** Derives an id from a text, always the same one. */
export function idMadeOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  // UUID version 8: a custom format.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
