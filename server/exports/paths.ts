import type { Document } from '../../contract/calls/documents.ts';
import { foldedPath, safeName } from '../text/safe-name.ts';

/** Gives each document a unique path by category and title. No file has the name of a folder. */
export function pathsFor(documents: Pick<Document, 'id' | 'title' | 'category'>[]): Map<string, string> {
  const folderOf = (category: string | null) => (category === null ? '' : `${safeName(category)}/`);
  const taken = new Set(documents.map(({ category }) => foldedPath(folderOf(category).slice(0, -1))));
  const paths = new Map<string, string>();
  for (const { id, title, category } of documents) {
    const name = folderOf(category) + safeName(title);
    let path = `${name}.md`;
    for (let n = 2; taken.has(foldedPath(path)); n++) path = `${name} ${n}.md`;
    taken.add(foldedPath(path));
    paths.set(id, path);
  }
  return paths;
}
