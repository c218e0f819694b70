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
    scope: 'user',
    summary: 'The documents of a list as a zip of markdown with front matter and their images',
    query: ExportQuery,
    produces: 'application/zip',
  }),
});

export const documentExport = exportAt('/api/documents');
export const knowledgeBaseExport = exportAt('/api/knowledge-base');
