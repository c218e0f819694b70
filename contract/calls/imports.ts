import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { Id, Instant } from '../shared/fields.ts';

/** Maximum documents listed in a report; its counts include all. */
export const MAX_LISTED = 1_000;

/** A document created or changed by an import. */
export const ImportedDocument = z.object({
  /** Path in the zip. */
  path: z.string(),
  title: z.string(),
  category: z.nullable(z.string()),
  tags: z.array(z.string()),
  outcome: z.enum(['created', 'updated', 'unchanged']),
});
export type ImportedDocument = z.infer<typeof ImportedDocument>;

/** A server or member in an export of a whole Ops Hub. Existing ones stay unchanged. */
export const ImportedRecord = z.object({
  kind: z.enum(['server', 'member']),
  name: z.string(),
  outcome: z.enum(['created', 'present']),
});
export type ImportedRecord = z.infer<typeof ImportedRecord>;

const RecordCounts = z._default(z.object({ created: z.int(), present: z.int() }), { created: 0, present: 0 });

/**
 * Outcome of each file of the zip: created + updated + skipped + the problems that leave a file out = files. A dry run
 * reports what it would do.
 */
export const ImportReport = z.object({
  /** The product that made the export, such as Confluence. */
  format: z._default(z.string(), 'Markdown'),
  dryRun: z._default(z.boolean(), false),
  /** New documents. */
  created: z.int(),
  /** Documents that an earlier import created from the same path and that now differ. */
  updated: z.int(),
  /** Unchanged documents, images (kept with their pages) and files of other kinds. */
  skipped: z.int(),
  /** Newly stored images and downloadable files. */
  images: z._default(z.int(), 0),
  files: z._default(z.int(), 0),
  /** For an export of a whole Ops Hub: stored versions, including current ones, and other objects. */
  versions: z._default(z.int(), 0),
  servers: RecordCounts,
  members: RecordCounts,
  /** Links between servers and documents. */
  serverDocuments: z._default(z.int(), 0),
  /** Servers, then members; the first MAX_LISTED. */
  records: z._default(z.array(ImportedRecord), []),
  /** In the order of the zip; the first MAX_LISTED. */
  documents: z._default(z.array(ImportedDocument), []),
  /** A file that was left out, or a document that lost or changed something, with the reason. */
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
  /** Documents created or changed. */
  documents: z.int(),
  /** Servers and members created. */
  records: z.int(),
  /** How many of these have not been undone. */
  left: z.int(),
  undoneAt: z.nullable(Instant),
});
export type Import = z.infer<typeof Import>;

export const ImportUndone = z.object({
  /** Documents moved to the bin. */
  removed: z.int(),
  /** Existing documents with their previous content restored. */
  restored: z.int(),
  /** Images and files that can no longer be opened until a document that shows them leaves the bin. */
  images: z.int(),
  /** Created servers moved to the bin, and created members removed. */
  servers: z.int(),
  members: z.int(),
  /** Documents, servers and members that were changed since the import and stay unchanged. */
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
