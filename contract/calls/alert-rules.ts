import * as z from 'zod/mini';
import { del, get, post, put } from './endpoint.ts';
import { AlertKind, AlertSeverity, ALERT_LIMITS, WeeklyRange } from '../shared/alert-words.ts';
import { Id, Instant, line, requiredLine } from '../shared/fields.ts';
import { QUERY_LIMITS } from '../shared/server-words.ts';

const seconds = z
  .int('Enter a number')
  .check(z.minimum(0, 'Enter 0 or more'), z.maximum(ALERT_LIMITS.seconds, 'Use at most 30 days'));
const channelIds = z.array(z.uuid('Not an id of a channel')).check(z.maxLength(ALERT_LIMITS.channels));

const fields = {
  name: requiredLine(ALERT_LIMITS.name, 'Name'),
  /** Which servers, in the filter language of the inventory; blank: all. */
  filter: line(QUERY_LIMITS.filter),
  events: z.array(AlertKind).check(z.minLength(1, 'Choose at least one event')),
  leastSeverity: AlertSeverity,
  /** An alert that is over before sends nothing. */
  delaySeconds: seconds,
  /** Only within one of these; null: always. An alert outside of them is sent when they begin, if it is still there. */
  hours: z.nullable(z.array(WeeklyRange).check(z.maxLength(ALERT_LIMITS.weekly))),
  channels: channelIds,
  /** Pause between repetitions until it is acknowledged or over; null: none. */
  repeatSeconds: z.nullable(seconds.check(z.minimum(60, 'Repeat after a minute at the earliest'))),
  escalate: z
    .array(
      z.object({
        afterSeconds: seconds,
        channels: channelIds.check(z.minLength(1, 'Choose at least one channel')),
      }),
    )
    .check(z.maxLength(ALERT_LIMITS.escalations)),
  /** Rules below are not asked about alerts that this rule matches within its hours. */
  stop: z.boolean(),
  active: z.boolean(),
};

export const NewAlertRule = z.object({
  ...fields,
  filter: z._default(fields.filter, ''),
  leastSeverity: z._default(fields.leastSeverity, 'info'),
  delaySeconds: z._default(fields.delaySeconds, 0),
  hours: z._default(fields.hours, null),
  repeatSeconds: z._default(fields.repeatSeconds, null),
  escalate: z._default(fields.escalate, []),
  stop: z._default(fields.stop, false),
  active: z._default(fields.active, true),
});
export type NewAlertRule = z.infer<typeof NewAlertRule>;

/** A default would replace the stored value of a field that is left out. */
export const AlertRuleChange = z.partial(
  z.object({
    ...fields,
    /** Place in the order, from 0. */
    position: z.int().check(z.minimum(0), z.maximum(ALERT_LIMITS.rows)),
  }),
);
export type AlertRuleChange = z.infer<typeof AlertRuleChange>;

export const AlertRule = z.object({
  ...fields,
  id: z.uuid(),
  position: z.int(),
  /** Comes with the product: it can be changed and switched off, but not deleted. */
  isBuiltIn: z.boolean(),
});
export type AlertRule = z.infer<typeof AlertRule>;

/** What a rule would have sent in the last 30 days. */
export const Replay = z.object({
  messages: z.int(),
  withoutDependencies: z.int(),
  /** The last of them, newest first. */
  list: z.array(z.object({ at: Instant, summary: z.string() })),
});
export type Replay = z.infer<typeof Replay>;

export const alertRules = {
  list: get('/api/alert-rules', {
    scope: 'admin',
    summary: 'The rules of alerts in their order',
    result: z.array(AlertRule),
  }),
  create: post('/api/alert-rules', {
    scope: 'admin',
    summary: 'Create a rule at the end of the order',
    body: NewAlertRule,
    result: AlertRule,
    status: 201,
  }),
  update: put('/api/alert-rules/:id', {
    scope: 'admin',
    summary: 'Change a rule, or its place in the order',
    params: Id,
    body: AlertRuleChange,
    result: AlertRule,
  }),
  remove: del('/api/alert-rules/:id', { scope: 'admin', summary: 'Delete a rule', params: Id }),
  replay: post('/api/alert-rules/replay', {
    scope: 'admin',
    summary: 'What this rule would have sent in the last 30 days; nothing is stored',
    body: NewAlertRule,
    result: Replay,
  }),
};
