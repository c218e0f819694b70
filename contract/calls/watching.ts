import * as z from 'zod/mini';
import { del, get, put } from './endpoint.ts';
import { Id } from '../shared/fields.ts';

type Base = '/api/documents' | '/api/knowledge-base' | '/api/servers';

/** Calls for watching an object; `when` completes the sentence "be told when …". */
export const watchingAt = (base: Base, when: string) => ({
  watch: put(`${base}/:id/watch`, {
    scope: 'viewer',
    summary: `Be told when ${when}`,
    params: Id,
    status: 204,
  }),
  watching: get(`${base}/:id/watch`, {
    scope: 'viewer',
    summary: `Whether one is told when ${when}`,
    params: Id,
    result: z.object({ watching: z.boolean() }),
  }),
  unwatch: del(`${base}/:id/watch`, { scope: 'viewer', summary: 'Be told no longer', params: Id }),
});
export type WatchingCalls = ReturnType<typeof watchingAt>;

export const documentWatching = watchingAt('/api/documents', 'somebody else changes it');
export const knowledgeBaseWatching = watchingAt('/api/knowledge-base', 'somebody else changes it');
