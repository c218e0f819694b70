import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { Instant, Paging, pagingHeaders } from './fields.ts';

/** A document that leads to something that is not there. */
export const BrokenLink = z.object({
  documentId: z.uuid(),
  documentTitle: z.string(),
  /** link: by its address. linked: on the server's page. name: the text names it. */
  how: z.enum(['link', 'linked', 'name']),
  kind: z.enum(['document', 'server']),
  /** What the text has: an id, or a word in lower case. */
  target: z.string(),
  /** What the thing was called, where that is known. */
  name: z.nullable(z.string()),
  targetId: z.nullable(z.uuid()),
  /** deleted: it is in the bin or was once deleted. unknown: there is no such thing. */
  reason: z.enum(['deleted', 'unknown']),
  deletedAt: z.nullable(Instant),
  /** As long as it is in the bin. */
  canBeRestored: z.boolean(),
});
export type BrokenLink = z.infer<typeof BrokenLink>;

export const BrokenLinkQuery = z.object({ kind: z.optional(BrokenLink.shape.kind), ...Paging });
export type BrokenLinkQuery = z.infer<typeof BrokenLinkQuery>;

export const brokenLinks = {
  list: get('/api/admin/broken-links', {
    scope: 'admin',
    mayBeStale: true,
    summary:
      'Documents, by title, that link to deleted or unknown documents and servers, or name servers that ' +
      'are retired or not in the inventory',
    query: BrokenLinkQuery,
    result: z.array(BrokenLink),
    headers: pagingHeaders,
  }),
};
