import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { ALERT_LIMITS } from '../shared/alert-words.ts';
import { line } from '../shared/fields.ts';

/** Calls of programs and people without an account: the token in the address is the permission. */

const Token = z.object({ token: z.string().check(z.maxLength(100)) });

const texts = z._default(z.record(z.string(), z.string()), {});
const time = z.iso.datetime({ offset: true, error: 'Use a time such as 2026-11-29T10:00:00Z' });

/** One alert as Alertmanager (version 4) and Grafana send it. Other fields are ignored. */
const ReceivedAlert = z.object({
  status: z.enum(['firing', 'resolved']),
  labels: texts,
  annotations: texts,
  startsAt: time,
  endsAt: z.optional(time),
  generatorURL: z.optional(z.string()),
  /** Older programs send none; then the labels identify the alert. */
  fingerprint: z.optional(line(100)),
});
export type ReceivedAlert = z.infer<typeof ReceivedAlert>;

/** Bytes of a group of alerts, and of what a job reports. */
const GROUP_BYTES = 4 * 2 ** 20;
const BEAT_BYTES = 64 * 1024;

const BeatSignal = z.extend(Token, {
  /** `start`, `fail`, or the exit status of the job. */
  signal: z.string().check(z.regex(/^(?:start|fail|\d{1,3})$/)),
});

const beat = {
  scope: 'public',
  summary: 'A job reports that it is well',
  params: Token,
  status: 204,
} as const;
const beatSignal = {
  scope: 'public',
  summary: 'A job reports that it starts, that it failed, or its exit status, where 0 is well',
  params: BeatSignal,
  status: 204,
} as const;
/** The last output of the job, of any content type. */
const output = { bytes: { maxBytes: BEAT_BYTES } };

const AcknowledgePage = z.object({ id: z.uuid(), token: z.string().check(z.maxLength(100)) });

export const alertInputs = {
  receive: post('/api/alerts/in/:token', {
    scope: 'public',
    summary: 'Alerts of Alertmanager or Grafana. Only alerts that are in the group change',
    params: Token,
    body: z.object({
      alerts: z
        .array(ReceivedAlert)
        .check(
          z.maxLength(
            ALERT_LIMITS.received,
            `Send at most ${ALERT_LIMITS.received} alerts at once: set max_alerts in the receiver`,
          ),
        ),
    }),
    maxBodyBytes: GROUP_BYTES,
    result: z.object({ accepted: z.int(), /** Alerts that fit no server. */ unmatched: z.int() }),
    status: 202,
  }),
  readBeat: get('/api/beat/:token', beat),
  sendBeat: post('/api/beat/:token', { ...beat, ...output }),
  readBeatSignal: get('/api/beat/:token/:signal', beatSignal),
  sendBeatSignal: post('/api/beat/:token/:signal', { ...beatSignal, ...output }),
  acknowledgePage: get('/alerts/:id/acknowledge/:token', {
    scope: 'public',
    summary: 'The page of a message about an alert: who has it, or a form to take it',
    params: AcknowledgePage,
    produces: 'text/html',
  }),
  acknowledgeByLink: post('/alerts/:id/acknowledge/:token', {
    scope: 'public',
    summary: 'Take an alert from its message, with the name and note of a form',
    params: AcknowledgePage,
    body: z.object({ name: z.string(), note: z.optional(z.string()) }),
    form: true,
    maxBodyBytes: 16 * 1024,
    status: 302,
    produces: 'text/html',
  }),
};
