import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { Id, Instant } from './fields.ts';

/** Documents that a report lists; it counts them all. */
export const MAX_LISTED = 1_000;

/** A document that an import makes or changes. */
export const ImportedDocument = z.object({
  /** In the zip. */
  path: z.string(),
  title: z.string(),
  category: z.nullable(z.string()),
  tags: z.array(z.string()),
  outcome: z.enum(['created', 'updated', 'unchanged']),
});
export type ImportedDocument = z.infer<typeof ImportedDocument>;

/** A server or a member that an export of a whole Ops Hub holds. One that is here already stays as it is. */
export const ImportedRecord = z.object({
  kind: z.enum(['server', 'member']),
  name: z.string(),
  outcome: z.enum(['created', 'present']),
});
export type ImportedRecord = z.infer<typeof ImportedRecord>;

const RecordCounts = z._default(z.object({ created: z.int(), present: z.int() }), { created: 0, present: 0 });

/**
 * What an import does with each file of the zip: created + updated + skipped + the problems that leave a file out = files.
 * A dry run says the same of what it would do.
 */
export const ImportReport = z.object({
  /** The product whose export the zip is, such as Confluence. */
  format: z._default(z.string(), 'Markdown'),
  dryRun: z._default(z.boolean(), false),
  /** New documents. */
  created: z.int(),
  /** Documents that an earlier import made from the same path and that are different now. */
  updated: z.int(),
  /** Equal documents, images (they are kept with their pages) and files of other kinds. */
  skipped: z.int(),
  /** Images, and files to download, that are stored for the documents and were not yet. */
  images: z._default(z.int(), 0),
  files: z._default(z.int(), 0),
  /** Of an export of a whole Ops Hub: versions that are stored, current ones among them, and what else it brings. */
  versions: z._default(z.int(), 0),
  servers: RecordCounts,
  members: RecordCounts,
  /** Links between servers and documents. */
  serverDocuments: z._default(z.int(), 0),
  /** Servers, then members, the first MAX_LISTED of them. */
  records: z._default(z.array(ImportedRecord), []),
  /** In the order of the zip, the first MAX_LISTED of them. */
  documents: z._default(z.array(ImportedDocument), []),
  /** A file that is left out, or a document that is not as its file was: what is lost or changed, and why. */
  problems: z.array(
    z.object({ path: z.string(), reason: z.string(), isLeftOut: z._default(z.boolean(), true) }),
  ),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** An import that stored something. */
export const Import = z.object({
  id: z.uuid(),
  fileName: z.string(),
  format: z.string(),
  importedByName: z.nullable(z.string()),
  createdAt: Instant,
  /** Documents that it made or changed. */
  documents: z.int(),
  /** Servers and members that it made. */
  records: z.int(),
  /** Of all these, how many its undo has not taken back. */
  left: z.int(),
  undoneAt: z.nullable(Instant),
});
export type Import = z.infer<typeof Import>;

export const ImportUndone = z.object({
  /** Documents that are in the bin now. */
  removed: z.int(),
  /** Documents that were there before the import, and are again as they were. */
  restored: z.int(),
  /** Images and files that can no longer be opened; they come back with a document that is taken out of the bin. */
  images: z.int(),
  /** Servers that the import made and that are in the bin now, and members that are removed. */
  servers: z.int(),
  members: z.int(),
  /** Documents, servers and members that were changed since the import, and left as they are. */
  kept: z.array(z.object({ id: z.uuid(), title: z.string() })),
});
export type ImportUndone = z.infer<typeof ImportUndone>;

const importsAt = (base: '/api/documents' | '/api/knowledge-base') => ({
  list: get(`${base}/imports`, {
    scope: 'user',
    summary: 'One’s own imports, for administrators all, last first; at most 20',
    result: z.array(Import),
  }),
  undo: post(`${base}/imports/:id/undo`, {
    scope: 'user',
    summary:
      'Take a whole import back: its documents go to the bin, its images with them. Documents changed ' +
      'since stay unless includeChanged is true',
    params: Id,
    body: z.object({ includeChanged: z._default(z.boolean(), false) }),
    result: ImportUndone,
  }),
});

export const documentImports = importsAt('/api/documents');
export const knowledgeBaseImports = importsAt('/api/knowledge-base');
