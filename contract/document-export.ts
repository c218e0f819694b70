import * as z from 'zod';
import { DocumentFilters } from './documents.ts';
import { get } from './endpoint.ts';

/** Ids of one export; as many as an address takes. */
export const MAX_EXPORT_IDS = 300;

const Ids = z
  .string()
  .max(MAX_EXPORT_IDS * 37)
  .transform((text) => text.split(','))
  .pipe(z.array(z.uuid()).max(MAX_EXPORT_IDS));

export const ExportQuery = DocumentFilters.extend({
  /** These documents alone, separated by commas; the filters do not count then. */
  ids: Ids.optional(),
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
