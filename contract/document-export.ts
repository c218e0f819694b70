import { DocumentFilters } from './documents.ts';
import { get } from './endpoint.ts';

const exportAt = (base: '/api/documents' | '/api/knowledge-base') => ({
  zip: get(`${base}/export`, {
    scope: 'user',
    summary: 'The documents of a list as a zip of markdown with front matter and their images',
    query: DocumentFilters,
    produces: 'application/zip',
  }),
});

export const documentExport = exportAt('/api/documents');
export const knowledgeBaseExport = exportAt('/api/knowledge-base');
