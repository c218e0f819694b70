import * as z from 'zod/mini';
import { del, get } from './endpoint.ts';
import { Id, Instant } from '../shared/fields.ts';

/** A session of the account. */
export const Session = z.object({
  id: z.uuid(),
  /** The user agent of the browser. */
  device: z.string(),
  address: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  expiresAt: Instant,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessions = {
  list: get('/api/auth/sessions', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'Own sessions, last used first',
    result: z.array(Session),
  }),
  end: del('/api/auth/sessions/:id', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'End one of the own sessions',
    params: Id,
  }),
  endOthers: del('/api/auth/sessions', {
    scope: 'viewer',
    sessionOnly: true,
    summary: 'End all own sessions but this one',
  }),
};
