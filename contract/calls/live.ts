import * as z from 'zod/mini';
import { get } from './endpoint.ts';

/** Areas that a change can affect; a browser reloads their lists. */
export const Topic = z.enum(['documents', 'servers', 'team', 'accounts', 'notifications', 'alerts']);
export type Topic = z.infer<typeof Topic>;

/**
 * Paths of the reads that a change of the topic makes stale, with all paths below them. Written out, because these contracts
 * are too large for the first load; contract/calls/api.test.ts compares them with the calls.
 */
export const STALE_READS: Record<Topic, string[]> = {
  documents: ['/api/knowledge-base', '/api/documents', '/api/search', '/api/analytics/stats'],
  servers: ['/api/servers', '/api/search', '/api/analytics/stats'],
  team: ['/api/team-members', '/api/search'],
  accounts: [
    '/api/auth/user',
    '/api/admin/pending-users',
    '/api/admin/users',
    '/api/groups',
    '/api/readers',
    '/api/categories/readers',
  ],
  notifications: ['/api/notifications'],
  alerts: [
    '/api/alerts',
    '/api/alert-rules',
    '/api/alert-sources',
    '/api/channels',
    '/api/duty',
    '/api/heartbeats',
    '/api/maintenance',
  ],
};

/** A message of /api/live. Events only say that something changed; clients read it with the other calls. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), topic: Topic, id: z.optional(z.uuid()) }),
  z.object({ type: z.literal('job'), id: z.uuid(), state: z.string(), done: z.number(), total: z.number() }),
  z.object({ type: z.literal('notification') }),
  /** Since when the health checks have no network, as an instant; null when they have one again. */
  z.object({ type: z.literal('checker'), offlineSince: z.nullable(z.string()) }),
  /** Whether the database is available and accepts changes; /readyz gives the reason. */
  z.object({ type: z.literal('database'), isWell: z.boolean() }),
  /** Somebody opened or closed a document in the editor. Presence ends if it is not repeated within 30 seconds. */
  z.object({
    type: z.literal('presence'),
    documentId: z.uuid(),
    userId: z.uuid(),
    name: z.string(),
    editing: z.boolean(),
  }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const live = {
  events: get('/api/live', {
    scope: 'viewer',
    summary: 'Server-sent events; each data line is one LiveEvent as JSON',
    produces: 'text/event-stream',
  }),
};
