import * as z from 'zod';
import { DocumentInput } from '../../contract/calls/documents.ts';
import { text } from '../../contract/shared/fields.ts';
import { PAGE_FORMAT, type Kept, type Saved } from '../exports/page-file.ts';
import { filled, type DocumentFields } from '../documents/save.ts';
import { readFrontMatter } from './front-matter.ts';
import { Instant } from './instance/instant.ts';

/** Pages that an export of this product wrote. Their text is as written, so it is not searched for other products' syntax. */

/** Original addresses in the product by those in the page. An address that is its own original leads to no file. */
type Addresses = Map<string, string>;

/** Before pages had a format, only those of this product named a document, or said what is as written. */
const isOld = ({ documentId, textAsWritten, linksAsWritten }: Record<string, unknown>): boolean =>
  z.uuid().safeParse(documentId).success || textAsWritten !== undefined || linksAsWritten !== undefined;

const isOfFormat = (fields: Record<string, unknown>): boolean =>
  /^ops-hub\/\d+$/.test(String(fields['format']));

export const isOwnPage = (fields: Record<string, unknown>): boolean => isOfFormat(fields) || isOld(fields);

const Own = z.object({
  addresses: z.array(z.object({ written: text(100_000), meant: text(100_000) })).optional(),
  /** Of older exports. */
  linksAsWritten: z.array(z.string()).optional(),
});

const ABOUT_ITSELF = new Set(['format', 'addresses', 'linksAsWritten', 'textAsWritten']);

/** Separates what such a page says about itself from the fields of its document. */
export function readOwnFields(
  data: Record<string, unknown>,
): { fields: Record<string, unknown>; addresses: Addresses } | { problem: string } {
  if (isOfFormat(data) && data['format'] !== PAGE_FORMAT)
    return { problem: 'A newer Ops Hub wrote it. Update this one and import again' };
  const own = Own.safeParse(data);
  if (!own.success) return { problem: problemOf(own.error) };
  const { addresses = [], linksAsWritten = [] } = own.data;
  const fields = Object.fromEntries(Object.entries(data).filter(([name]) => !ABOUT_ITSELF.has(name)));
  const meant = addresses.map((one): [string, string] => [one.written, one.meant]);
  return {
    fields,
    addresses: new Map([...linksAsWritten.map((link): [string, string] => [link, link]), ...meant]),
  };
}

const problemOf = ({ issues: [issue] }: z.core.$ZodError): string =>
  `${issue?.path.map(String).join('.')}: ${issue?.message}`;

/** A version of a document in an export of a whole instance. */
export type ReadVersion = {
  fields: DocumentFields;
  saved: Saved;
  kept: Partial<Kept>;
  addresses: Addresses;
};

const Person = text(500).check(z.minLength(1, 'Name a person'));
/** Far below the database's limit, so that more versions fit. */
const MOST_VERSIONS = 999_999_999;
const History = z.object({
  version: z.coerce.number().int().min(1).max(MOST_VERSIONS),
  savedBy: Person,
  savedAt: Instant,
  note: z.optional(text(500)),
  author: z.optional(Person),
  created: Instant.optional(),
  updated: Instant.optional(),
  deleted: Instant.optional(),
  importedFrom: z.optional(text(2_000)),
  readers: z.array(text(500)).max(200).optional(),
});

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses such a file, or returns the problem. Links are still relative to the zip. */
export function readVersion(bytes: Uint8Array): ReadVersion | { problem: string } {
  let source: string;
  try {
    source = utf8.decode(bytes);
  } catch {
    return { problem: 'It is not text in UTF-8' };
  }
  const read = readFrontMatter(source);
  if ('problem' in read) return read;
  const own = readOwnFields(read.data);
  if ('problem' in own) return own;
  const input = DocumentInput.safeParse({
    ...pick(own.fields, ['title', 'excerpt', 'category', 'tags', 'technology', 'domain', 'templateType']),
    content: read.content,
    isPublished: own.fields['published'] === 'true',
    isTemplate: own.fields['template'] === 'true',
  });
  if (!input.success) return { problem: problemOf(input.error) };
  const history = History.safeParse(own.fields);
  if (!history.success) return { problem: problemOf(history.error) };
  const { version, savedBy, savedAt, note, author, created, updated, deleted, importedFrom, readers } =
    history.data;
  return {
    fields: filled(input.data),
    saved: { version, savedBy, savedAt, note: note ?? null },
    kept: {
      ...(author && { author }),
      ...(created && { created }),
      ...(updated && { updated }),
      deleted: deleted ?? null,
      importedFrom: importedFrom ?? null,
      readers: readers ?? null,
    },
    addresses: own.addresses,
  };
}

const pick = (data: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
