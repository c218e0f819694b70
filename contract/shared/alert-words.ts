import * as z from 'zod/mini';
import { isTimeZone } from './dates.ts';

/** What an alert is about. `external` comes from another program. */
export const AlertKind = z.enum(['down', 'warning', 'certificate', 'heartbeat', 'expiry', 'external']);
export type AlertKind = z.infer<typeof AlertKind>;

export const AlertSeverity = z.enum(['info', 'warning', 'critical']);
export type AlertSeverity = z.infer<typeof AlertSeverity>;

/**
 * `pending`: its cause is not known yet. `covered`: something that it needs is down, and that alert speaks for it. `silenced`: by
 * maintenance or by a person.
 */
export const AlertState = z.enum(['pending', 'firing', 'covered', 'silenced', 'resolved']);
export type AlertState = z.infer<typeof AlertState>;

/** What a message says about its alert. */
export const MessageEvent = z.enum(['firing', 'repeat', 'escalated', 'flapping', 'withdrawn', 'resolved']);
export type MessageEvent = z.infer<typeof MessageEvent>;

/** `in-product` notifies the people who watch or manage the server, by the ways that they chose; `duty` the person on duty. */
export const ChannelKind = z.enum([
  'webhook',
  'slack',
  'mattermost',
  'teams',
  'ntfy',
  'mail',
  'duty',
  'in-product',
]);
export type ChannelKind = z.infer<typeof ChannelKind>;

export const ALERT_LIMITS = {
  name: 100,
  reason: 500,
  note: 2_000,
  /** Receivers, rules and windows that exist at once. */
  rows: 500,
  /** Alerts in one group from another program, and those of it that are open at once. */
  received: 1_000,
  receivedOpen: 5_000,
  channels: 20,
  escalations: 10,
  weekly: 50,
  /** Groups of what one server needs, and servers in a group. */
  groups: 20,
  needs: 50,
  /** Servers between one and the last that it needs. */
  depth: 10,
  /** Servers that an alert names as behind it. */
  behind: 50,
  /** Of a delay or a pause between repeats. */
  seconds: 30 * 86_400,
};

/** A weekly range in a time zone. It may pass midnight. Days count from Monday as 1. */
export const WeeklyRange = z.object({
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
  from: z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 08:00')),
  to: z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Use a time such as 17:30')),
  zone: z
    .string()
    .check(
      z.maxLength(60, 'Use at most 60 characters'),
      z.refine(isTimeZone, 'Use a time zone such as Europe/Berlin'),
    ),
});
export type WeeklyRange = z.infer<typeof WeeklyRange>;
