import * as z from 'zod/mini';
import { DocumentItem } from './documents.ts';
import { get } from './endpoint.ts';
import { addressNumber, Instant } from '../shared/fields.ts';
import { Environment } from '../shared/server-words.ts';

const count = z.int().check(z.minimum(0));

/** Half hours of a day. */
export const DAY_CELLS = 48;

/** How many servers were in each state in a half hour. Simulated states are counted apart. */
export const DayCell = z.object({
  from: Instant,
  offline: count,
  warning: count,
  unknown: count,
  maintenance: count,
  online: count,
  simulated: count,
});
export type DayCell = z.infer<typeof DayCell>;
export const DayOfEnvironment = z.object({ environment: Environment, cells: z.array(DayCell) });
export type DayOfEnvironment = z.infer<typeof DayOfEnvironment>;

/** What sets up an installation, and whether it is done. Demo data counts as no document and no server of one's own. */
export const FirstSteps = z.object({
  documents: z.boolean(),
  servers: z.boolean(),
  mail: z.boolean(),
  /** Scheduled backups on another disk than the database's. */
  backups: z.boolean(),
  /** A second account, or an invitation. */
  people: z.boolean(),
  demoData: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

/** Figures of the dashboard, all of them counted (decision 2). */
export const Stats = z.object({
  servers: z.object({ total: count, thisMonth: count }),
  documents: z.object({ total: count, thisWeek: count }),
  /** Percent of good checks in the last 30 days; null without checks. */
  uptime: z.object({ percent: z.nullable(z.number()), needAttention: count }),
  /** Replies of the assistant, improved texts and generated articles. */
  aiSuggestions: z.object({ total: count, today: count }),
  /** The documents that changed last, if requested. */
  recent: z.optional(z.array(DocumentItem)),
  /** The last 24 hours of all servers by environment, if requested. */
  day: z.optional(z.array(DayOfEnvironment)),
  /** For administrators, if requested. */
  steps: z.optional(FirstSteps),
});
export type Stats = z.infer<typeof Stats>;

export const analytics = {
  stats: get('/api/analytics/stats', {
    scope: 'viewer',
    mayBeStale: true,
    summary: 'What the dashboard shows: how many servers and documents, uptime, answers',
    query: z.object({
      recent: z.optional(addressNumber(1, 20)),
      day: z.optional(z.literal('true', 'Must be true')),
      steps: z.optional(z.literal('true', 'Must be true')),
    }),
    result: Stats,
  }),
};
