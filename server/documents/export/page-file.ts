import { posix } from 'node:path';
import { stringify } from 'yaml';
import type { Document } from '../../../contract/documents.ts';
import { changeLinks } from '../import/links.ts';

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

const LONGEST_NAME = 80;
/** Names that Windows keeps for its devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name that is one file on every system and cannot lead out of its folder. */
export function safeName(text: string): string {
  const name = text
    .replace(/[^\p{L}\p{N}._ -]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^[. -]+|[. -]+$/g, '');
  return name === '' || RESERVED.test(name) ? `_${name}` : name;
}

/** Gives each document a path of its own, by category and title; two that differ in case only would be one on some systems. */
export function pathsFor(documents: Pick<Document, 'id' | 'title' | 'category'>[]): Map<string, string> {
  const taken = new Set<string>();
  const paths = new Map<string, string>();
  for (const { id, title, category } of documents) {
    const folder = category === null ? '' : `${safeName(category)}/`;
    const name = folder + safeName(title);
    let path = `${name}.md`;
    for (let n = 2; taken.has(path.toLowerCase()); n++) path = `${name} ${n}.md`;
    taken.add(path.toLowerCase());
    paths.set(id, path);
  }
  return paths;
}
