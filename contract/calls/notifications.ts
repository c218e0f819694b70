import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { Instant } from '../shared/fields.ts';

export const Notification = z.object({
  id: z.uuid(),
  /** Such as server.status or account.pending. */
  kind: z.string(),
  title: z.string(),
  /** Address inside the product. */
  link: z.string(),
  readAt: z.nullable(Instant),
  createdAt: Instant,
});
export type Notification = z.infer<typeof Notification>;

/** Maximum notifications per response, newest first. */
export const MAX_NOTIFICATIONS = 100;

export const notifications = {
  list: get('/api/notifications', {
    scope: 'viewer',
    summary: 'The newest 100 own notifications',
    result: z.array(Notification),
  }),
  read: post('/api/notifications/read', {
    scope: 'viewer',
    summary: 'Mark own notifications as read',
    body: z.union([
      z.object({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_NOTIFICATIONS)) }),
      z.object({ all: z.literal(true) }),
    ]),
    status: 204,
  }),
};
