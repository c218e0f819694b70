import { posix } from 'node:path';
import { stringify } from 'yaml';
import type { Document } from '../../../contract/documents.ts';
import { changeLinks } from '../../markdown-links.ts';

/** What an import takes for the fields again; a field that is empty is left out. */
function frontMatterOf(document: Document): string {
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
  };
  return stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));
}

type Places = {
  /** Path of a document in the zip, by its id. */
  documents: Map<string, string>;
  /** Path of an image in the zip, by its id. */
  images: Map<string, string>;
};

/** The document as a file at its path; links to what is in the zip as well lead there. */
export function pageFile(document: Document, path: string, { documents, images }: Places): string {
  const content = changeLinks(document.content, (target) => {
    const [, doc, anchor = ''] = /^\/(?:knowledge-base|documents)\?(?:.*&)?doc=([\w-]+)[^#]*(#.*)?$/.exec(target) ?? [];
    const [, image] = /^\/objects\/([\w-]+)$/.exec(target) ?? [];
    const there = (doc && documents.get(doc)) ?? (image && images.get(image));
    return there ? relative(path, there) + anchor : undefined;
  });
  return `---\n${frontMatterOf(document)}---\n\n${content}`;
} // prettier-ignore

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
  return name === '' || RESERVED.test(name) ? `_${name}` : name;
}

/** Two names that differ in case only, or in how an accent is written, are one on some systems. */
const folded = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase();

/** Gives each document a path of its own, by category and title; none is called like a folder. */
export function pathsFor(documents: Pick<Document, 'id' | 'title' | 'category'>[]): Map<string, string> {
  const folderOf = (category: string | null) => (category === null ? '' : `${safeName(category)}/`);
  const taken = new Set(documents.map(({ category }) => folded(folderOf(category).slice(0, -1))));
  const paths = new Map<string, string>();
  for (const { id, title, category } of documents) {
    const name = folderOf(category) + safeName(title);
    let path = `${name}.md`;
    for (let n = 2; taken.has(folded(path)); n++) path = `${name} ${n}.md`;
    taken.add(folded(path));
    paths.set(id, path);
  }
  return paths;
}
