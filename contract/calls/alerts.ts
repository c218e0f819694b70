import * as z from 'zod/mini';
import { del, get, post, put } from './endpoint.ts';
import { AlertKind, AlertSeverity, AlertState, ALERT_LIMITS, WeeklyRange } from '../shared/alert-words.ts';
import { Id, Instant, line, Paging, pagingHeaders, requiredLine, text } from '../shared/fields.ts';
import { Environment, QUERY_LIMITS } from '../shared/server-words.ts';

const Named = z.object({ id: z.uuid(), name: z.string() });

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
  /** Servers whose alerts it covers. */
  behind: z.array(Named),
});
export type Alert = z.infer<typeof Alert>;

/** What happened to an alert, oldest first. `by` is a person, a channel, a program, or null for the product. */
const TimelineEntry = z.object({
  at: Instant,
  by: z.nullable(z.string()),
  what: z.enum(['started', 'fired', 'told', 'acknowledged', 'silenced', 'note', 'resolved']),
  text: z.string(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const AlertWithTimeline = z.extend(Alert, { timeline: z.array(TimelineEntry) });
export type AlertWithTimeline = z.infer<typeof AlertWithTimeline>;

/** Alerts of one month and how available each environment was. */
const AlertReport = z.object({
  month: z.string(),
  /** Alerts that began in the month. Covered ones have the outage of another server as their cause. */
  alerts: z.int(),
  covered: z.int(),
  /** Time from the beginning to the end of alerts that fired, added up, as far as it lies in the month. */
  unresolvedSeconds: z.int(),
  environments: z.array(
    z.object({
      environment: Environment,
      servers: z.int(),
      /** Percent of good results, like that of a server; null without any. */
      availability: z.nullable(z.number()),
    }),
  ),
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

/** Servers that are switched off together, separated by commas. */
const ServerIds = z
  .string()
  .check(
    z.maxLength(ALERT_LIMITS.needs * 37, `Choose at most ${ALERT_LIMITS.needs} servers`),
    z.regex(/^[0-9a-f-]{36}(?:,[0-9a-f-]{36})*$/, 'Use ids of servers, separated by commas'),
  );

const FallenServer = z.extend(Named, {
  environment: Environment,
  /** Whether it is one of those that are switched off. */
  isChosen: z.boolean(),
  teamOwner: z.nullable(z.string()),
  managedByName: z.nullable(z.string()),
  runbook: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
});
export type FallenServer = z.infer<typeof FallenServer>;

/** What a server needs: of each group, any one suffices. */
const ServerNeeds = z.object({
  groups: z
    .array(z.array(z.uuid('Not an id of a server')).check(z.minLength(1), z.maxLength(ALERT_LIMITS.needs)))
    .check(z.maxLength(ALERT_LIMITS.groups)),
});

export const Needs = z.object({
  groups: z.array(z.array(Named)),
  /** What falls with the server. */
  behind: z.array(Named),
});

export const serverNeeds = {
  find: get('/api/servers/:id/needs', {
    scope: 'viewer',
    summary: 'What a server needs, and what falls with it',
    params: Id,
    result: Needs,
  }),
  change: put('/api/servers/:id/needs', {
    scope: 'user',
    summary: 'Replace what a server needs; a cycle is refused with its members',
    params: Id,
    body: ServerNeeds,
    result: Needs,
  }),
  outage: get('/api/servers/outage', {
    scope: 'viewer',
    summary: 'What falls when servers are switched off together, whom it concerns, and what to read',
    query: z.object({ ids: ServerIds }),
    result: z.object({
      /** The chosen ones first, then by name. */
      servers: z.array(FallenServer),
      /** How many fall, without the chosen ones. */
      fallen: z.int(),
    }),
  }),
};

const Window = {
  filter: requiredLine(QUERY_LIMITS.filter, 'Filter'),
  from: z.optional(z.nullable(Instant)),
  to: z.optional(z.nullable(Instant)),
  weekly: z.optional(z.nullable(WeeklyRange)),
  reason: requiredLine(ALERT_LIMITS.reason, 'Reason'),
};
/** Either `from` and `to`, or `weekly`. */
export const NewMaintenance = z.object(Window);
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
  remove: del('/api/heartbeats/:id', { scope: 'admin', summary: 'Delete a heartbeat', params: Id }),
};

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
