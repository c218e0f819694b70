import * as z from 'zod/mini';
import { DocumentFilters } from './documents.ts';
import { get } from './endpoint.ts';

/** Maximum ids per export; limited by the length of an address. */
export const MAX_EXPORT_IDS = 300;

const Ids = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(MAX_EXPORT_IDS * 37)),
    z.transform((text) => text.split(',')),
  ),
  z.array(z.uuid()).check(z.maxLength(MAX_EXPORT_IDS)),
);

export const ExportQuery = z.extend(DocumentFilters, {
  /** Only these documents, separated by commas; replaces the filters. */
  ids: z.optional(Ids),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

const exportAt = (base: '/api/documents' | '/api/knowledge-base') => ({
  zip: get(`${base}/export`, {
    scope: 'viewer',
    summary: 'The documents of a list as a zip of markdown with front matter and their images',
    query: ExportQuery,
    produces: 'application/zip',
  }),
});

export const documentExport = exportAt('/api/documents');
export const knowledgeBaseExport = exportAt('/api/knowledge-base');

/**
 * Contents of an export of the whole instance. Versions include the current ones; images and files are those that any
 * version shows.
 */
export const InstanceContents = z.object({
  documents: z.int(),
  documentsInBin: z.int(),
  versions: z.int(),
  images: z.int(),
  files: z.int(),
  servers: z.int(),
  serversInBin: z.int(),
  members: z.int(),
  /** Links between servers and documents. */
  serverDocuments: z.int(),
});
export type InstanceContents = z.infer<typeof InstanceContents>;

export const instanceExport = {
  zip: get('/api/export', {
    scope: 'admin',
    summary:
      'The whole instance as a zip of open files: documents with all versions as markdown, images, ' +
      'servers and members as CSV. No secrets. Another Ops Hub imports it',
    /** An id chosen by the caller: the job with this id shows the progress. */
    query: z.object({ job: z.optional(z.uuid()) }),
    produces: 'application/zip',
  }),
};
