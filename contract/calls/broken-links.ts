import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { Instant, line, Paging, pagingHeaders } from '../shared/fields.ts';

/** A document with a reference to something that does not exist. */
export const BrokenLink = z.object({
  documentId: z.uuid(),
  documentTitle: z.string(),
  /** link: an address in the text. linked: on the server's page. name: a name in the text. */
  how: z.enum(['link', 'linked', 'name']),
  kind: z.enum(['document', 'server']),
  /** The reference: an id, or a word in lower case. */
  target: z.string(),
  /** The former name of the target, if known. */
  name: z.nullable(z.string()),
  targetId: z.nullable(z.uuid()),
  /** deleted: it is in the bin or was deleted. unknown: it never existed. */
  reason: z.enum(['deleted', 'unknown']),
  deletedAt: z.nullable(Instant),
  /** True while it is in the bin. */
  canBeRestored: z.boolean(),
  /** Who said that it may stay as it is, and when. A later deletion of the target, or another link, is listed again. */
  setAside: z.nullable(z.object({ by: z.string(), at: Instant })),
});
export type BrokenLink = z.infer<typeof BrokenLink>;

export const BrokenLinkQuery = z.object({
  kind: z.optional(BrokenLink.shape.kind),
  /** Links that are set aside, instead of the others. */
  setAside: z.optional(z.literal('true', 'Must be true')),
  ...Paging,
});
export type BrokenLinkQuery = z.infer<typeof BrokenLinkQuery>;

const SetAside = z.extend(z.pick(BrokenLink, { documentId: true, how: true, kind: true }), {
  target: line(255),
  isSetAside: z.boolean(),
});
export type SetAside = z.infer<typeof SetAside>;

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
  setAside: post('/api/admin/broken-links/set-aside', {
    scope: 'admin',
    summary: 'Set a broken link aside, or list it again',
    body: SetAside,
  }),
};
