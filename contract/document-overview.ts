import * as z from 'zod/mini';
import { Backlink, Document, Facets } from './documents.ts';
import { Draft } from './drafts.ts';
import { get } from './endpoint.ts';
import { Id } from './fields.ts';
import { DocumentServers } from './servers.ts';

/** All that the page of a document shows; each part has a call of its own as well, by which it is read anew. */
const DocumentOverview = z.object({
  document: Document,
  /** One’s own; null where nothing is kept. */
  draft: z.nullable(Draft),
  watching: z.boolean(),
  backlinks: z.array(Backlink),
  servers: DocumentServers,
  /** Of all documents, for the choice of a category. */
  facets: Facets,
});

const overviewAt = (base: '/api/documents' | '/api/knowledge-base') => ({
  read: get(`${base}/:id/overview`, {
    scope: 'user',
    summary:
      'One document with one’s own draft of it, whether one watches it, its backlinks and servers, and the categories there are',
    params: Id,
    result: DocumentOverview,
  }),
});

export const documentOverview = overviewAt('/api/documents');
export const knowledgeBaseOverview = overviewAt('/api/knowledge-base');
