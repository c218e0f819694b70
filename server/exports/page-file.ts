import { posix } from 'node:path';
import { frontMatterBlock } from '../text/front-matter-block.ts';
import { addressesIn } from '../text/markdown/addresses.ts';
import { edited } from '../text/markdown/edits.ts';
import { parse } from '../text/markdown/parse.ts';
import type { DocumentFields } from '../documents/save.ts';

/** A page of an export: the fields of a document as front matter, and its text as markdown. Both kinds of export have it. */

/** The mark of such a page. An import takes its text as written, and its links as `writePage` wrote them. */
export const PAGE_FORMAT = 'ops-hub/2';

/** Metadata of a version. People are `Name <e-mail>`, times ISO 8601. */
export type Saved = { version: number; savedBy: string; savedAt: string; note: string | null };
/** Metadata of the document, in the file of its current version. */
export type Kept = {
  author: string;
  created: string;
  updated: string;
  /** Time of moving to the bin. */
  deleted: string | null;
  /** Path in the imported zip. */
  importedFrom: string | null;
  /** `person:<e-mail>`, `group:<name>` and `admins`; null for everybody. */
  readers: string[] | null;
};

export type PageFile = {
  fields: DocumentFields;
  /** The document, in the file of its current version. */
  documentId?: string;
  /** History, in an export of the whole instance. */
  kept?: Kept;
  saved?: Saved;
};

/** Paths of objects in the export by id. */
export type Places = {
  documents: Map<string, string>;
  files: Map<string, string>;
  /** Paths of all documents. Paths below `images/` and `files/` follow a fixed scheme. */
  paths: Set<string>;
};

/** An address in the file, and its original in the product. */
type Rewritten = { written: string; meant: string };

/** The file of a page at its path. */
export function writePage({ page, path, places }: { page: PageFile; path: string; places: Places }): string {
  const { title, content, excerpt, category, tags, technology, domain, templateType } = page.fields;
  const text = withFilePaths(content, path, places);
  const matter = {
    title,
    excerpt,
    category,
    tags: tags.length > 0 ? tags : null,
    technology,
    domain,
    templateType,
    published: page.fields.isPublished || null,
    template: page.fields.isTemplate || null,
    ...page.kept,
    ...page.saved,
    documentId: page.documentId ?? null,
    format: PAGE_FORMAT,
    addresses: text.addresses.length > 0 ? text.addresses : null,
  };
  return frontMatterBlock(matter) + text.content;
}

const KNOWLEDGE_BASE = /^\/knowledge-base\?doc=([\da-f-]{36})(#.*)?$/s;
const ANY_DOCUMENT =
  /^\/(?:(?:knowledge-base|documents)\?(?:.*&)?doc=|knowledge-base\/)([\da-f-]{36})(?:[&?][^#]*)?(#.*)?$/s;
const OBJECT = /^\/objects\/([\da-f-]{36})$/;

/** The document that an address of the product refers to. */
export const documentIdIn = (address: string): string | undefined => ANY_DOCUMENT.exec(address)?.[1];

/**
 * Rewrites addresses of documents and images to relative paths. `addresses` lists those that a reader could not convert
 * back: unusual forms, and addresses outside the product that match a file by coincidence.
 */
function withFilePaths(
  content: string,
  path: string,
  places: Places,
): { content: string; addresses: Rewritten[] } {
  const found = addressesIn(parse(content));
  const originals = new Set(found.map(({ target }) => target));
  const addresses: Rewritten[] = [];
  const written = new Map<string, string>();
  const taken = new Set(originals);
  for (const meant of originals) {
    const file = fileBehind(meant, places);
    if (file) {
      let address = relativeAddress(path, file.path) + file.anchor;
      // An equivalent address.
      while (taken.has(address)) address = `./${address}`;
      taken.add(address);
      written.set(meant, address);
      if (!KNOWLEDGE_BASE.test(meant) && !OBJECT.test(meant)) addresses.push({ written: address, meant });
    } else if (mayLeadToFile(meant, path, places)) addresses.push({ written: meant, meant });
  }
  if (written.size === 0) return { content, addresses };
  // Rewriting would lose an escape, so the address stays.
  const edits = found.flatMap(({ target, ...span }) => {
    const text = content.slice(span.start, span.end) === target ? written.get(target) : undefined;
    return text === undefined ? [] : [{ ...span, text }];
  });
  return { content: edited(content, edits), addresses };
}

function fileBehind(
  address: string,
  { documents, files }: Places,
): { path: string; anchor: string } | undefined {
  const document = ANY_DOCUMENT.exec(address);
  const path = documents.get(document?.[1] ?? '') ?? files.get(OBJECT.exec(address)?.[1] ?? '');
  return path === undefined ? undefined : { path, anchor: document?.[2] ?? '' };
}

function mayLeadToFile(address: string, path: string, { paths }: Places): boolean {
  const target = pathBehind(address, path)?.path;
  return target !== undefined && (paths.has(target) || /^(?:images|files)\//.test(target));
}

/** The address of a path in the zip from another one. */
const relativeAddress = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to).split('/').map(encodeURIComponent).join('/');

/** The path in the zip that a relative address refers to, if it has exactly the form that `relativeAddress` writes. */
export function pathBehind(address: string, path: string): { path: string; anchor: string } | undefined {
  const [, written = '', anchor = ''] = /^([^#?]+)(#.*)?$/s.exec(address) ?? [];
  if (written === '' || written.startsWith('/') || /^[a-z][a-z0-9+.-]*:/i.test(written)) return undefined;
  try {
    return { path: posix.join(posix.dirname(path), decodeURIComponent(written)), anchor };
  } catch {
    // A stray % is literal.
    return undefined;
  }
}
