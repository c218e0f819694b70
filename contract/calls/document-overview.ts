import * as z from 'zod/mini';
import { Backlink, Document, Facets } from './documents.ts';
import { Draft } from './drafts.ts';
import { get } from './endpoint.ts';
import { Id } from '../shared/fields.ts';
import { DocumentServers } from './servers.ts';

/** Everything on the page of a document. Each part also has its own call, for reloading. */
const DocumentOverview = z.object({
  document: Document,
  /** The reader's own draft; null without one. */
  draft: z.nullable(Draft),
  watching: z.boolean(),
  backlinks: z.array(Backlink),
  servers: DocumentServers,
  /** Of all documents, for choosing a category. */
  facets: Facets,
});

const overviewAt = (base: '/api/documents' | '/api/knowledge-base') => ({
  read: get(`${base}/:id/overview`, {
    scope: 'viewer',
    isLarge: true,
    summary:
      'One document with one’s own draft of it, whether one watches it, its backlinks and servers, and the categories there are',
    params: Id,
    result: DocumentOverview,
  }),
});

export const documentOverview = overviewAt('/api/documents');
export const knowledgeBaseOverview = overviewAt('/api/knowledge-base');
