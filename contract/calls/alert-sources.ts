import * as z from 'zod/mini';
import { del, get, post } from './endpoint.ts';
import { ALERT_LIMITS } from '../shared/alert-words.ts';
import { Id, Instant, requiredLine } from '../shared/fields.ts';

export const AlertSource = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: Instant,
  lastSeenAt: z.nullable(Instant),
});
export type AlertSource = z.infer<typeof AlertSource>;

export const alertSources = {
  list: get('/api/alert-sources', {
    scope: 'admin',
    summary: 'Programs that send alerts',
    result: z.array(AlertSource),
  }),
  create: post('/api/alert-sources', {
    scope: 'admin',
    summary: 'Let a program send alerts; its address is shown once',
    body: z.object({ name: requiredLine(ALERT_LIMITS.name, 'Name') }),
    result: z.extend(AlertSource, { url: z.string() }),
    status: 201,
  }),
  remove: del('/api/alert-sources/:id', { scope: 'admin', summary: 'Accept no more from it', params: Id }),
};
