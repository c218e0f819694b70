import { posix } from 'node:path';
import * as z from 'zod';
import { DocumentInput } from '../../../contract/documents.ts';
import { text } from '../../../contract/fields.ts';
import { frontMatterBlock } from '../../text/front-matter-block.ts';
import { addressesIn, changeAddresses } from '../../text/markdown-links.ts';
import { readFrontMatter } from '../import/front-matter.ts';
import { filled, type DocumentFields } from '../save.ts';
import { Instant } from './layout.ts';
import { relativeAddress } from '../export/page-file.ts';

/** A version of a document as a file of an export: fields as front matter, text as markdown. */

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

export function writeVersion(
  { fields, saved, kept }: { fields: DocumentFields; saved: Saved; kept?: Kept | undefined },
  path: string,
  places: Places,
): string {
  const { title, content, excerpt, category, tags, technology, domain, templateType } = fields;
  const text = withFilePaths(content, path, places);
  const matter = {
    title,
    excerpt,
    category,
    tags: tags.length > 0 ? tags : null,
    technology,
    domain,
    templateType,
    published: fields.isPublished || null,
    template: fields.isTemplate || null,
    ...kept,
    ...saved,
    addresses: text.addresses.length > 0 ? text.addresses : null,
  };
  return frontMatterBlock(matter) + text.content;
}

const KNOWLEDGE_BASE = /^\/knowledge-base\?doc=([\da-f-]{36})(#.*)?$/s;
const ANY_DOCUMENT = /^\/(?:knowledge-base|documents)\?(?:.*&)?doc=([\da-f-]{36})(?:&[^#]*)?(#.*)?$/s;
const OBJECT = /^\/objects\/([\da-f-]{36})$/;

/**
 * Rewrites addresses of documents and images to relative paths. `addresses` lists those that a reader could not convert
 * back: unusual forms, and addresses outside the product that match a file by coincidence.
 */
function withFilePaths(
  content: string,
  path: string,
  places: Places,
): { content: string; addresses: Rewritten[] } {
  const found = addressesIn(content);
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
  const changed = changeAddresses(content, found, ({ start, end, target }) =>
    content.slice(start, end) === target ? written.get(target) : undefined,
  );
  return { content: changed, addresses };
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

/** `addresses` maps written addresses to their originals. */
export type ReadVersion = {
  fields: DocumentFields;
  saved: Saved;
  kept: Partial<Kept>;
  addresses: Map<string, string>;
};

const Person = text(500).check(z.minLength(1, 'Name a person'));
/** Far below the database's limit, so that more versions fit. */
const MOST_VERSIONS = 999_999_999;
const Matter = z.object({
  version: z.coerce.number().int().min(1).max(MOST_VERSIONS),
  savedBy: Person,
  savedAt: Instant,
  note: z.optional(text(500)),
  author: z.optional(Person),
  created: Instant.optional(),
  updated: Instant.optional(),
  deleted: Instant.optional(),
  importedFrom: z.optional(text(2_000)),
  addresses: z.array(z.object({ written: text(100_000), meant: text(100_000) })).optional(),
});

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses such a file, or returns the problem. Links are still relative to the zip. */
export function readVersion(bytes: Uint8Array): ReadVersion | { problem: string } {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { problem: 'It is not text in UTF-8' };
  }
  const read = readFrontMatter(text);
  if ('problem' in read) return read;
  const { data, content } = read;
  const input = DocumentInput.safeParse({
    ...pick(data, ['title', 'excerpt', 'category', 'tags', 'technology', 'domain', 'templateType']),
    content,
    isPublished: data['published'] === 'true',
    isTemplate: data['template'] === 'true',
  });
  const matter = Matter.safeParse(data);
  const issue = input.error?.issues[0] ?? matter.error?.issues[0];
  if (!input.success || !matter.success)
    return { problem: `${issue?.path.map(String).join('.')}: ${issue?.message}` };
  const { version, savedBy, savedAt, note, author, created, updated, deleted, importedFrom, addresses } =
    matter.data;
  return {
    fields: filled(input.data),
    saved: { version, savedBy, savedAt, note: note ?? null },
    kept: {
      ...(author && { author }),
      ...(created && { created }),
      ...(updated && { updated }),
      deleted: deleted ?? null,
      importedFrom: importedFrom ?? null,
    },
    addresses: new Map(addresses?.map(({ written, meant }) => [written, meant])),
  };
}

const pick = (data: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
