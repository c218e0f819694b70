import * as z from 'zod/mini';
import { withLineFeeds } from './documents.ts';
import { LIMITS, TemplateType } from '../shared/document-words.ts';
import { del, get, put } from './endpoint.ts';
import { Id, Instant, text, versionNumber } from '../shared/fields.ts';

/** Larger than a document's limits: a draft also keeps text that must be shortened before it can be saved. */
const SHORT = 20_000;

/** The content of an editor. Any part may be missing, invalid or too long for a document. */
export const DraftFields = z.partial(
  z.object({
    title: text(SHORT),
    content: text(LIMITS.content).check(z.overwrite(withLineFeeds)),
    excerpt: z.nullable(text(SHORT)),
    technology: z.nullable(text(SHORT)),
    domain: z.nullable(text(SHORT)),
    category: z.nullable(text(SHORT)),
    tags: z.array(text(SHORT)).check(z.maxLength(200)),
    isPublished: z.boolean(),
    isTemplate: z.boolean(),
    templateType: z.nullable(TemplateType),
    /** Of a document that is not stored yet, separated by commas. */
    readers: text(SHORT),
    changeLog: z.nullable(text(SHORT)),
  }),
);
export type DraftFields = z.infer<typeof DraftFields>;

export const Draft = z.object({
  fields: DraftFields,
  /** The version that the writer started from; null for a new document. */
  version: z.nullable(versionNumber),
  savedAt: Instant,
});
export type Draft = z.infer<typeof Draft>;

export const DraftInput = z.extend(z.omit(Draft, { savedAt: true }), {
  version: z._default(Draft.shape.version, null),
});
export type DraftInput = z.input<typeof DraftInput>;

/** Maximum drafts per account. At the limit people have to save or discard some. */
export const MAX_DRAFTS = 500;

const Key = z.object({ key: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)) });
/** Removes only the draft saved at this time, not a newer one of another tab. */
const query = z.object({ savedAt: z.optional(Instant) });
const body = { body: DraftInput, result: Draft, maxBodyBytes: 16 * 1024 * 1024, isLarge: true } as const;

/** Drafts are private to their writer: nobody else can read them, and they appear in no list, search, reply or share. */
export const drafts = {
  list: get('/api/drafts', {
    scope: 'user',
    summary: 'One’s own drafts, last kept first: the id of a document each, or the key of a new one',
    result: z.array(z.extend(z.omit(Draft, { fields: true }), { key: z.string() })),
  }),
  find: get('/api/drafts/:key', {
    scope: 'user',
    summary: 'One’s own draft of a document that is not stored yet',
    isLarge: true,
    params: Key,
    result: Draft,
  }),
  keep: put('/api/drafts/:key', {
    scope: 'user',
    summary: 'Keep what was typed for a document that is not stored yet',
    params: Key,
    ...body,
  }),
  remove: del('/api/drafts/:key', { scope: 'user', summary: 'Discard such a draft', params: Key, query }),
};

const editingAt = (base: '/api/documents' | '/api/knowledge-base') => ({
  find: get(`${base}/:id/draft`, {
    scope: 'user',
    summary: 'One’s own draft of a document',
    isLarge: true,
    params: Id,
    result: Draft,
  }),
  keep: put(`${base}/:id/draft`, {
    scope: 'user',
    summary: 'Keep what was typed and is not saved; the document stays as it is',
    params: Id,
    ...body,
  }),
  remove: del(`${base}/:id/draft`, { scope: 'user', summary: 'Discard one’s own draft', params: Id, query }),
  presence: put(`${base}/:id/presence`, {
    scope: 'user',
    summary: 'Tell the others that one is editing, or no longer; lapses after 30 seconds',
    params: Id,
    body: z.object({ editing: z.boolean() }),
    status: 204,
  }),
});

export const documentEditing = editingAt('/api/documents');
export const knowledgeBaseEditing = editingAt('/api/knowledge-base');
export type EditingCalls = ReturnType<typeof editingAt>;
