import * as z from 'zod/mini';
import { del, get, post } from './endpoint.ts';
import { ALERT_LIMITS, WeeklyRange } from '../shared/alert-words.ts';
import { Id, Instant, requiredLine } from '../shared/fields.ts';
import { QUERY_LIMITS } from '../shared/server-words.ts';

const Window = {
  filter: requiredLine(QUERY_LIMITS.filter, 'Filter'),
  from: z.optional(z.nullable(Instant)),
  to: z.optional(z.nullable(Instant)),
  weekly: z.optional(z.nullable(WeeklyRange)),
  reason: requiredLine(ALERT_LIMITS.reason, 'Reason'),
};
/** Either `from` and `to`, or `weekly`. */
export const NewMaintenance = z.object({
  ...Window,
  /** Notifies the people who manage or watch these servers and those that fall with them. */
  notify: z._default(z.boolean(), false),
});
export type NewMaintenance = z.infer<typeof NewMaintenance>;
export const Maintenance = z.object({
  id: z.uuid(),
  filter: z.string(),
  from: z.nullable(Instant),
  to: z.nullable(Instant),
  weekly: z.nullable(WeeklyRange),
  reason: z.string(),
  by: z.string(),
  isNow: z.boolean(),
});
export type Maintenance = z.infer<typeof Maintenance>;

export const maintenance = {
  list: get('/api/maintenance', {
    scope: 'viewer',
    summary: 'Windows of maintenance, those that are over left out',
    result: z.array(Maintenance),
  }),
  create: post('/api/maintenance', {
    scope: 'user',
    summary: 'Plan maintenance: no message about these servers is created meanwhile',
    body: NewMaintenance,
    result: Maintenance,
    status: 201,
  }),
  remove: del('/api/maintenance/:id', { scope: 'user', summary: 'End or cancel maintenance', params: Id }),
};
