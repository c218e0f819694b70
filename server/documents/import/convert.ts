import { objectPath } from '../../../contract/objects.ts';
import type { NewObject } from '../../objects/queries.ts';
import type { DocumentFields } from '../save.ts';
import { filled } from '../save.ts';
import type { Archive, ArchiveFile } from './archive.ts';
import { changeLinks, linksIn } from '../../markdown-links.ts';
import { readPage } from './page.ts';
import type { StoredFiles } from './stored-files.ts';
import { isMarkdown } from './resolve.ts';
import type { Resolve } from './resolve.ts';

/** Told of a file in the report. */
export type Problem = { path: string; reason: string };

/** A page ready to be stored with the images it needs and what of it could not be taken along, or why it stays out. */
export type Converted =
  | {
      path: string;
      fields: DocumentFields;
      objects: NewObject[];
      origin: string | undefined;
      problems: Problem[];
    }
  | { path: string; problem: string };

export type Conversion = {
  archive: Archive;
  files: Map<string, ArchiveFile>;
  resolve: Resolve;
  storedFiles: StoredFiles;
  /** Ids that the pages of the zip have or will have. */
  ids: Map<string, string>;
};

/** A page with its relative links leading to the documents and images that the import makes of the zip. */
export async function convertPage(
  file: ArchiveFile,
  { archive, files, resolve, storedFiles, ids }: Conversion,
): Promise<Converted> {
  const { path } = file;
  const page = readPage(path, await archive.read(file));
  if ('problem' in page) return { path, problem: page.problem };
  const { content } = page.fields;

  const addresses = new Map<string, string>();
  const objects: NewObject[] = [];
  const problems: Problem[] = (archive.lostIn?.(path) ?? []).map((reason) => ({ path, reason }));
  for (const link of linksIn(content)) {
    if (page.linksAsWritten.has(link)) continue;
    const target = resolve(path, link);
    const targetFile = target && files.get(target.path);
    if (!target || !targetFile) continue;
    const id = ids.get(target.path);
    if (id) addresses.set(link, `/knowledge-base?doc=${id}${target.anchor}`);
    if (isMarkdown(target.path)) continue;
    const stored = await storedFiles(targetFile);
    if ('problem' in stored) {
      // The text is worth more than its picture, whose address stays as it was written.
      problems.push({ path: target.path, reason: `${stored.problem}; ${path} came in without it` });
    } else {
      addresses.set(link, objectPath(stored.id));
      if (stored.row) objects.push(stored.row);
    }
  }
  const changed = changeLinks(content, (target) => addresses.get(target));
  const fields = filled({ ...page.fields, content: changed });
  return { path, fields, objects, origin: page.origin, problems };
}
