import * as z from 'zod/mini';
import { del, get, post, put } from './endpoint.ts';
import { ALERT_LIMITS } from '../shared/alert-words.ts';
import { Id, Instant, line, Named, requiredLine } from '../shared/fields.ts';

export const Heartbeat = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Either a period, or a cron expression with its zone. */
  periodSeconds: z.nullable(z.int()),
  cron: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  graceSeconds: z.int(),
  state: z.enum(['new', 'up', 'late', 'down']),
  lastBeatAt: z.nullable(Instant),
  dueAt: z.nullable(Instant),
  server: z.nullable(Named),
});
export type Heartbeat = z.infer<typeof Heartbeat>;

const period = z
  .int('Enter a number')
  .check(z.minimum(30, 'Use at least 30 seconds'), z.maximum(366 * 86_400, 'Use at most a year'));
export const NewHeartbeat = z.object({
  name: requiredLine(ALERT_LIMITS.name, 'Name'),
  periodSeconds: z.optional(z.nullable(period)),
  cron: z.optional(z.nullable(line(100))),
  zone: z.optional(z.nullable(line(60))),
  graceSeconds: z._default(
    z
      .int('Enter a number')
      .check(z.minimum(0, 'Enter 0 or more'), z.maximum(ALERT_LIMITS.seconds, 'Use at most 30 days')),
    300,
  ),
  serverId: z.optional(z.nullable(z.uuid())),
});
export type NewHeartbeat = z.infer<typeof NewHeartbeat>;

export const heartbeats = {
  list: get('/api/heartbeats', {
    scope: 'viewer',
    summary: 'Heartbeats by name',
    result: z.array(Heartbeat),
  }),
  create: post('/api/heartbeats', {
    scope: 'admin',
    summary: 'Create a heartbeat; its address is shown once',
    body: NewHeartbeat,
    result: z.extend(Heartbeat, { url: z.string() }),
    status: 201,
  }),
  update: put('/api/heartbeats/:id', {
    scope: 'admin',
    summary: 'Replace name, schedule and server of a heartbeat; its address stays',
    params: Id,
    body: NewHeartbeat,
    result: Heartbeat,
  }),
  remove: del('/api/heartbeats/:id', { scope: 'admin', summary: 'Delete a heartbeat', params: Id }),
};
