import { threadForLongTexts } from '../work/separate-thread.ts';
import { writePage, type PageFile, type Places } from './page-file.ts';

/** A text of five million characters takes seconds. */
const write = threadForLongTexts(
  new URL('page-file.ts', import.meta.url),
  { writePage },
  {
    short: 100_000,
    longestMs: 30_000,
    mostWaiting: 20,
  },
);

/** The file of a page at its path. Other requests do not wait for a long one. */
export function pageText(page: PageFile, path: string, places: Places): Promise<string> {
  const { content } = page.fields;
  return write('writePage', content.length, { page, path, places: placesIn(content, places) });
}

/** The places that a text may name, since all of a large export would be copied into the thread for each page. */
function placesIn(content: string, { documents, files, paths }: Places): Places {
  const ids = new Set(content.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g));
  const named = (all: Map<string, string>) =>
    new Map([...ids].flatMap((id) => (all.has(id) ? [[id, all.get(id) ?? '']] : [])));
  return { documents: named(documents), files: named(files), paths };
}
