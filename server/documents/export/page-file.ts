import { posix } from 'node:path';
import { stringify } from 'yaml';
import type { Document } from '../../../contract/documents.ts';
import { changeLinks, linksIn } from '../../text/markdown-links.ts';
import { looseLinksIn } from '../import/loose-links.ts';
import { isMachineFile } from '../import/file-names.ts';
import { mayBeFile } from '../import/resolve.ts';

/** What an import takes for the fields again; a field that is empty is left out. */
function frontMatterOf(document: Document, linksAsWritten: string[]): string {
  const { title, excerpt, category, tags, technology, domain, templateType } = document;
  const fields = {
    title,
    excerpt,
    category,
    tags: tags.length > 0 ? tags : null,
    technology,
    domain,
    templateType,
    published: document.isPublished || null,
    template: document.isTemplate || null,
    linksAsWritten: linksAsWritten.length > 0 ? linksAsWritten : null,
  };
  return stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));
}

type Places = {
  /** Path of a document in the zip, by its id. */
  documents: Map<string, string>;
  /** Path of an image in the zip, by its id. */
  images: Map<string, string>;
};

/**
 * The document as a file at its path; links to what is in the zip as well lead there. Relative links that led nowhere are
 * named in the front matter, so that none comes alive by a file that happens to be called so.
 */
export function pageFile(document: Document, path: string, places: Places): string {
  const dead = [
    ...linksIn(document.content).filter((link) => mayBeFile(link) && !placeOf(link, places)),
    ...new Set(looseLinksIn(document.content).map(({ source }) => source)),
  ];
  const content = changeLinks(document.content, (link) => {
    const place = placeOf(link, places);
    if (!place) return undefined;
    let address = relative(path, place.path) + place.anchor;
    // The same place in other words.
    while (dead.includes(address)) address = `./${address}`;
    return address;
  });
  return `---\n${frontMatterOf(document, dead)}---\n\n${content}`;
}

/** Where in the zip an address of the product leads; undefined where it leads elsewhere. */
function placeOf(link: string, { documents, images }: Places): { path: string; anchor: string } | undefined {
  const document = /^\/(?:knowledge-base|documents)\?(?:.*&)?doc=([\w-]+)[^#]*(#.*)?$/.exec(link);
  const image = /^\/objects\/([\w-]+)$/.exec(link);
  const path = (document && documents.get(document[1] ?? '')) ?? (image && images.get(image[1] ?? ''));
  return path ? { path, anchor: document?.[2] ?? '' } : undefined;
}

const relative = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to).split('/').map(encodeURIComponent).join('/');

/** Characters; as many take at most 240 of the 255 bytes that file systems give to a name. */
const LONGEST_NAME = 60;
/** Names that Windows keeps for its devices, whatever follows a dot. */
const RESERVED = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i;

/** A name that is one file on every system and cannot lead out of its folder. */
export function safeName(text: string): string {
  const plain = text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '-');
  // By characters: half of one would be no text.
  const name = Array.from(plain)
    .slice(0, LONGEST_NAME)
    .join('')
    .replace(/^[. -]+|[. -]+$/g, '');
  return name === '' || RESERVED.test(name) || isMachineFile(`${name}/`) ? `_${name}` : name;
}

/** The same with the ending kept, which tells systems what to open the file with. */
export function safeFileName(name: string): string {
  const { name: stem, ext } = posix.parse(name);
  const safe = safeName(stem) + ext.replace(/[^.\w]/g, '').slice(0, 10);
  return isMachineFile(safe) ? `_${safe}` : safe;
}

/** Two names that differ in case only, or in how an accent is written, are one on some systems. */
export const foldedPath = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase();

/** Gives each document a path of its own, by category and title; none is called like a folder. */
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
