import * as z from 'zod/mini';
import { get } from './endpoint.ts';

/** What a change can touch; a browser refetches the lists of the rooms named. */
export const Topic = z.enum(['documents', 'servers', 'team', 'accounts', 'notifications']);
export type Topic = z.infer<typeof Topic>;

/** One message of /api/live. Events only say that something changed; clients read it by the other calls. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), topic: Topic, id: z.optional(z.uuid()) }),
  z.object({ type: z.literal('job'), id: z.uuid(), state: z.string(), done: z.number(), total: z.number() }),
  z.object({ type: z.literal('notification') }),
  /** Since when the health checks have no line of their own, as an instant; null when they have one again. */
  z.object({ type: z.literal('checker'), offlineSince: z.nullable(z.string()) }),
  /** Whether the database is there and takes changes; /readyz says what is wrong. */
  z.object({ type: z.literal('database'), isWell: z.boolean() }),
  /** Somebody has a document open for editing, or no longer; presence that is not repeated within 30 seconds ends. */
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
    scope: 'user',
    summary: 'Server-sent events; each data line is one LiveEvent as JSON',
    produces: 'text/event-stream',
  }),
};
