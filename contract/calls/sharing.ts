import * as z from 'zod/mini';
import { del, get, post } from './endpoint.ts';
import { Id, Instant, line } from '../shared/fields.ts';

export const MAX_VIEWS = 100_000;

/** A document shared with a person, or with everybody who has a link; read-only. */
export const Share = z.object({
  id: z.uuid(),
  documentId: z.uuid(),
  title: z.string(),
  sharedByUserId: z.uuid(),
  sharedByName: z.string(),
  /** Null for a link. */
  sharedWithUserId: z.nullable(z.uuid()),
  sharedWithName: z.nullable(z.string()),
  permission: z.string(),
  expiresAt: z.nullable(Instant),
  maxViews: z.nullable(z.int()),
  /** How often the link was opened. */
  views: z.int(),
  lastViewedAt: z.nullable(Instant),
  createdAt: Instant,
});
export type Share = z.infer<typeof Share>;

/** Response for the creator: shows the link only once, since only its hash is stored. */
const NewShare = z.extend(Share, { url: z.string() });

const ShareInput = z.object({
  expiresAt: z.nullish(Instant),
  /** Maximum views of a link. */
  maxViews: z.nullish(z.int().check(z.minimum(1), z.maximum(MAX_VIEWS))),
  /** Without a person it is a link. */
  sharedWithUserId: z.nullish(z.uuid()),
});

/** One view of a link; `device` is the browser's user agent. */
export const ShareView = z.object({ openedAt: Instant, address: z.string(), device: z.string() });
export type ShareView = z.infer<typeof ShareView>;

/** What readers without an account see. */
const SharedDocument = z.object({
  title: z.string(),
  /** Its images have addresses that contain the link's token. */
  content: z.string(),
  version: z.int(),
  updatedAt: Instant,
});
type SharedDocument = z.infer<typeof SharedDocument>;

const token = z.string().check(z.maxLength(100));

const sharesAt = (base: '/api/documents' | '/api/knowledge-base') => ({
  list: get(`${base}/:id/shares`, {
    scope: 'user',
    summary: 'To whom a document is open, newest first',
    params: Id,
    result: z.array(Share),
  }),
  create: post(`${base}/:id/shares`, {
    scope: 'user',
    summary: 'Open a document to a person, who is told, or to everybody with the link',
    params: Id,
    body: ShareInput,
    result: NewShare,
    status: 201,
  }),
});

export const documentShares = sharesAt('/api/documents');
export const knowledgeBaseShares = sharesAt('/api/knowledge-base');
export type ShareCalls = ReturnType<typeof sharesAt>;

export const sharing = {
  withMe: get('/api/shares', {
    scope: 'viewer',
    summary: 'Documents that somebody shared with me, newest first',
    result: z.array(Share),
  }),
  people: get('/api/shares/people', {
    scope: 'viewer',
    summary: 'The people a document can be shared with or can name, by name',
    query: z.object({ q: z.optional(line(100)) }),
    result: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        /** As they set it; null where they set none. */
        department: z.nullable(z.string()),
      }),
    ),
  }),
  revoke: del('/api/shares/:id', {
    scope: 'user',
    summary: 'Close a share that one opened oneself; administrators close any',
    params: Id,
  }),
  views: get('/api/shares/:id/views', {
    scope: 'user',
    summary: 'The last hundred times a link was opened, newest first; for its maker and administrators',
    params: Id,
    result: z.array(ShareView),
  }),
  open: get('/api/share/:token', {
    scope: 'public',
    summary: 'The document behind a link; each call counts as one view',
    isLarge: true,
    params: z.object({ token }),
    result: SharedDocument,
  }),
  image: get('/objects/:id/shared/:token', {
    scope: 'public',
    summary: 'An image of the document behind a link',
    params: z.object({ id: z.uuid(), token }),
    produces: 'image/*',
  }),
};
