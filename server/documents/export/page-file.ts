import { posix } from 'node:path';
import type { Document } from '../../../contract/documents.ts';
import { frontMatterBlock } from '../../text/front-matter-block.ts';
import { changeLinks, linksIn } from '../../text/markdown-links.ts';
import { readDialects } from '../import/dialects/read-dialects.ts';
import { looseLinksIn } from '../import/loose-links.ts';
import { isMachineFile } from '../import/file-names.ts';
import { mayBeFile } from '../import/resolve.ts';

/** The fields that an import reads back. */
function frontMatterOf(document: Document, linksAsWritten: string[], textAsWritten: boolean): string {
  const { id, title, excerpt, category, tags, technology, domain, templateType } = document;
  return frontMatterBlock({
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
    textAsWritten: textAsWritten || null,
    documentId: id,
  });
}

export type Places = {
  /** Paths of documents in the zip by id. */
  documents: Map<string, string>;
  /** Paths of images in the zip by id. */
  images: Map<string, string>;
};

/**
 * A document as a file at its path. Links to content of the zip become relative paths. Relative links without a target
 * are listed in the front matter, so that a file with the same path does not bring them to life. It also says whether
 * the text looks like syntax of other products.
 */
export function pageFile({
  document,
  path,
  places,
}: {
  document: Document;
  path: string;
  places: Places;
}): string {
  const dead = [
    ...linksIn(document.content).filter((link) => mayBeFile(link) && !placeOf(link, places)),
    ...new Set(looseLinksIn(document.content).map(({ source }) => source)),
  ];
  const content = changeLinks(document.content, (link) => {
    const place = placeOf(link, places);
    if (!place) return undefined;
    let address = relativeAddress(path, place.path) + place.anchor;
    // An equivalent address.
    while (dead.includes(address)) address = `./${address}`;
    return address;
  });
  const isLikeOthers = readDialects(content).content !== content;
  return frontMatterOf(document, dead, isLikeOthers) + content;
}

/** The path in the zip that an address of the product refers to; undefined for content outside the zip. */
function placeOf(link: string, { documents, images }: Places): { path: string; anchor: string } | undefined {
  const document = /^\/(?:knowledge-base|documents)\?(?:.*&)?doc=([\w-]+)[^#]*(#.*)?$/.exec(link);
  const image = /^\/objects\/([\w-]+)$/.exec(link);
  const path = (document && documents.get(document[1] ?? '')) ?? (image && images.get(image[1] ?? ''));
  return path ? { path, anchor: document?.[2] ?? '' } : undefined;
}

/** The address of a path in the zip from another one. */
export const relativeAddress = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to).split('/').map(encodeURIComponent).join('/');

/** Maximum characters; they take at most 240 of the 255 bytes that file systems allow. */
const LONGEST_NAME = 60;
/** Device names reserved by Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i;

/** A file name that is valid on every system and cannot leave its folder. */
export function safeName(text: string): string {
  const plain = text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '-');
  // Splits by characters, so that no character is cut in half.
  const name = Array.from(plain)
    .slice(0, LONGEST_NAME)
    .join('')
    .replace(/^[. -]+|[. -]+$/g, '');
  return name === '' || RESERVED.test(name) || isMachineFile(`${name}/`) ? `_${name}` : name;
}

/** The same, but keeps the extension, which determines the program that opens the file. */
export function safeFileName(name: string): string {
  const { name: stem, ext } = posix.parse(name);
  const safe = safeName(stem) + ext.replace(/[^.\w]/g, '').slice(0, 10);
  return isMachineFile(safe) ? `_${safe}` : safe;
}

/** Some systems treat names that differ only in case or accent encoding as the same. */
export const foldedPath = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase();

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
