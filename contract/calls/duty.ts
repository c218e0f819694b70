import * as z from 'zod/mini';
import { del, get, post } from './endpoint.ts';
import { Id, Instant, Named } from '../shared/fields.ts';

export const Duty = z.object({
  id: z.uuid(),
  person: Named,
  from: Instant,
  to: Instant,
  /** Repeats each week. */
  weekly: z.boolean(),
  isNow: z.boolean(),
});
export type Duty = z.infer<typeof Duty>;

export const duty = {
  list: get('/api/duty', {
    scope: 'viewer',
    summary: 'Who is on duty, now and later',
    result: z.array(Duty),
  }),
  create: post('/api/duty', {
    scope: 'user',
    summary: 'Put a person on duty; the latest entry for a moment counts',
    body: z.object({
      personId: z.uuid('Not an id of an account'),
      from: Instant,
      to: Instant,
      weekly: z._default(z.boolean(), false),
    }),
    result: Duty,
    status: 201,
  }),
  remove: del('/api/duty/:id', { scope: 'user', summary: 'Remove an entry', params: Id }),
};
