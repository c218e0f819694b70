import * as z from 'zod/mini';
import { MAX_UPTIME } from '../shared/check.ts';
import { get, post } from './endpoint.ts';
import { Id, Instant } from '../shared/fields.ts';

/** Result of one check. bad: a wrong response or none; unknown: the checker itself could not check. */
export const Outcome = z.enum(['good', 'warning', 'bad', 'unknown', 'maintenance']);
export type Outcome = z.infer<typeof Outcome>;

const percent = z.number().check(z.minimum(0), z.maximum(100));
const figures = {
  cpuUsage: z.optional(percent),
  memoryUsage: z.optional(percent),
  diskUsage: z.optional(percent),
  uptime: z.optional(z.number().check(z.minimum(0))),
};

export const CheckResult = z.object({
  outcome: Outcome,
  /** The server's status after this result. */
  status: z.enum(['online', 'warning', 'offline', 'maintenance', 'unknown']),
  latencyMs: z.nullable(z.number()),
  message: z.string(),
  ...figures,
  certificateExpiresAt: z.optional(Instant),
  simulated: z.boolean(),
  checkedAt: Instant,
});
export type CheckResult = z.infer<typeof CheckResult>;

/** A point of a chart: one result, or an hour of results. */
export const RecordedResult = z.object({
  at: Instant,
  /** Number of results, and how many were good, counted for uptime, and bad. Warnings are among the good ones. */
  results: z.int(),
  good: z.int(),
  warnings: z.int(),
  bad: z.int(),
  latencyMs: z.nullable(z.number()),
  cpuUsage: z.nullable(z.number()),
  memoryUsage: z.nullable(z.number()),
  diskUsage: z.nullable(z.number()),
  outcome: z.nullable(Outcome),
  message: z.nullable(z.string()),
  simulated: z.boolean(),
});
export type RecordedResult = z.infer<typeof RecordedResult>;

const share = z.nullable(z.number().check(z.minimum(0), z.maximum(100)));
export const Availability = z.object({ h24: share, d7: share, d30: share });

export const Incident = z.object({
  id: z.uuid(),
  startedAt: Instant,
  endedAt: z.nullable(Instant),
  message: z.string(),
});
export type Incident = z.infer<typeof Incident>;

export const Metrics = z.object({
  cpuUsage: z.optional(percent),
  memoryUsage: z.optional(percent),
  diskUsage: z.optional(percent),
  uptime: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_UPTIME))),
  status: z.optional(z.enum(['online', 'warning', 'offline', 'maintenance', 'unknown'])),
});
export type Metrics = z.input<typeof Metrics>;

export const checks = {
  run: post('/api/servers/:id/check', {
    scope: 'user',
    summary: 'Run the check of a server now; 409 code no_check where none is configured',
    params: Id,
    result: CheckResult,
  }),
  runAll: post('/api/servers/check', {
    scope: 'user',
    summary: 'Run every configured check as a job',
    result: z.object({ jobId: z.uuid() }),
    status: 202,
  }),
  list: get('/api/servers/:id/checks', {
    scope: 'viewer',
    mayBeStale: true,
    summary: 'Recorded results, oldest first: each of the last day, by hours before that',
    params: Id,
    query: z.object({ from: z.optional(Instant), to: z.optional(Instant) }),
    result: z.array(RecordedResult),
  }),
  availability: get('/api/servers/:id/availability', {
    scope: 'viewer',
    mayBeStale: true,
    summary: 'Share of good results in percent; maintenance, simulated and unknown results are left out',
    params: Id,
    result: Availability,
  }),
  incidents: get('/api/servers/:id/incidents', {
    scope: 'viewer',
    mayBeStale: true,
    summary: 'The last 50 times a server was offline, newest first',
    params: Id,
    result: z.array(Incident),
  }),
};

/** Percent of a figure above which a check warns. */
export const FULL = { cpuUsage: 90, memoryUsage: 90, diskUsage: 95 } as const;
/** Days before the expiry of a certificate from which a check warns. */
export const DAYS_OF_WARNING = 14;
