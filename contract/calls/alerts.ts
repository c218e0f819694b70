import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { AlertKind, AlertSeverity, AlertState, ALERT_LIMITS } from '../shared/alert-words.ts';
import { Id, Instant, Named, Paging, pagingHeaders, requiredLine, text } from '../shared/fields.ts';
import { Environment } from '../shared/server-words.ts';

export const Alert = z.object({
  id: z.uuid(),
  kind: AlertKind,
  state: AlertState,
  severity: AlertSeverity,
  /** Null for heartbeats and external alerts that fit no server. */
  server: z.nullable(Named),
  /** Name of what it is about. */
  subject: z.string(),
  text: z.string(),
  /** For a covered alert, the server whose outage it belongs to. */
  cause: z.nullable(Named),
  startedAt: Instant,
  firedAt: z.nullable(Instant),
  acknowledgedBy: z.nullable(z.string()),
  acknowledgedAt: z.nullable(Instant),
  note: z.nullable(z.string()),
  resolvedAt: z.nullable(Instant),
  /** Why nothing is sent, and until when, for a silenced alert. */
  silence: z.nullable(z.object({ by: z.string(), reason: z.string(), until: z.nullable(Instant) })),
  /** Documents that the reader may see, best first. */
  runbooks: z.array(z.object({ id: z.uuid(), title: z.string() })),
  /** Servers whose alerts it covers: the first by name, and how many there are. */
  behind: z.array(Named),
  behindCount: z.int(),
});
export type Alert = z.infer<typeof Alert>;

/** What happened to an alert, oldest first. `by` is a person, a channel, a program, or null for the product. */
const TimelineEntry = z.object({
  at: Instant,
  by: z.nullable(z.string()),
  what: z.enum(['started', 'fired', 'told', 'acknowledged', 'silenced', 'closed', 'note', 'resolved']),
  text: z.string(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const AlertWithTimeline = z.extend(Alert, { timeline: z.array(TimelineEntry) });
export type AlertWithTimeline = z.infer<typeof AlertWithTimeline>;

/** `availability` is the percent of good results, like that of a server; null without any. */
const available = { servers: z.int(), availability: z.nullable(z.number()) };

/** Alerts of one month and how available each environment and each team was. */
const AlertReport = z.object({
  month: z.string(),
  /** Alerts that began in the month. Covered ones have the outage of another server as their cause. */
  alerts: z.int(),
  covered: z.int(),
  /** Time from the beginning to the end of alerts that fired, added up, as far as it lies in the month. */
  unresolvedSeconds: z.int(),
  environments: z.array(z.object({ environment: Environment, ...available })),
  /** By name; servers without a team are left out. */
  teams: z.array(z.object({ team: z.string(), ...available })),
});
export type AlertReport = z.infer<typeof AlertReport>;

const Acknowledgement = z.object({ note: z.optional(z.nullable(text(ALERT_LIMITS.note))) });

/** What a list of alerts can be limited to. */
const ListedState = z.enum([...AlertState.options, 'open']);

export const alerts = {
  list: get('/api/alerts', {
    scope: 'viewer',
    summary:
      'Alerts, the newest first; without a state those that are not resolved. `open`: pending or firing',
    query: z.object({
      state: z.optional(ListedState),
      /** `false`: only those that nobody has acknowledged. */
      taken: z.optional(z.literal('false')),
      ...Paging,
    }),
    result: z.array(Alert),
    headers: pagingHeaders,
  }),
  find: get('/api/alerts/:id', {
    scope: 'viewer',
    summary: 'One alert, with what happened to it',
    params: Id,
    result: AlertWithTimeline,
  }),
  report: get('/api/alerts/report', {
    scope: 'viewer',
    summary: 'Alerts, time until they ended and availability in a month of UTC',
    query: z.object({
      month: z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'Use a month such as 2026-11')),
    }),
    result: AlertReport,
  }),
  addNote: post('/api/alerts/:id/notes', {
    scope: 'user',
    summary: 'Write down what was found or done about an alert, also after its end',
    params: Id,
    body: z.object({ text: text(ALERT_LIMITS.note).check(z.minLength(1, 'Enter a note')) }),
    result: AlertWithTimeline,
    status: 201,
  }),
  acknowledge: post('/api/alerts/:id/acknowledge', {
    scope: 'user',
    summary: 'Take an alert: nothing is repeated or escalated any more, its end is still told',
    params: Id,
    body: Acknowledgement,
    result: AlertWithTimeline,
  }),
  close: post('/api/alerts/:id/close', {
    scope: 'user',
    summary: 'End an alert of another program that will not say so itself',
    params: Id,
    body: Acknowledgement,
    result: AlertWithTimeline,
  }),
  silence: post('/api/alerts/:id/silence', {
    scope: 'user',
    summary: 'Send nothing about an alert for some time',
    params: Id,
    body: z.object({
      seconds: z.int().check(z.minimum(60), z.maximum(ALERT_LIMITS.seconds)),
      reason: requiredLine(ALERT_LIMITS.reason, 'Reason'),
    }),
    result: AlertWithTimeline,
  }),
};
