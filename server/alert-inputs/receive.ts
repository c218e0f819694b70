import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { ReceivedAlert } from '../../contract/calls/alert-inputs.ts';
import { ALERT_LIMITS, type AlertSeverity } from '../../contract/shared/alert-words.ts';
import { readTime } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { alerts, alertSources } from '../db/schema.ts';
import { found, refuse, type Refusal } from '../http/errors.ts';
import { hit, type Limit } from '../http/rate-limit.ts';
import { endOfExternal, observe } from '../observations/observe.ts';
import { hashToken } from '../tokens.ts';
import { matchServers, type Match } from './match-servers.ts';
import { isOpenOf, subjectOf } from './sources.ts';

/** Groups of one program. */
const GROUPS: Limit = { name: 'alerts-in', times: 300, seconds: 60 };

const LONGEST_TEXT = 2_000;
const LONGEST_NAME = 255;
const LONGEST_LABEL = 200;
const MOST_LABELS = 50;

type Received = { token: string; received: ReceivedAlert[]; scale: number };

/**
 * Notes what another program says about its alerts. An alert is the same as long as fingerprint and start are: the late end of an
 * earlier one ends no later one. What a group leaves out, also because it was truncated, stays as it is.
 */
export async function receiveAlerts(
  tx: Db,
  { token, received, scale }: Received,
): Promise<{ accepted: number; unmatched: number } | Refusal> {
  const [source] = await tx
    .update(alertSources)
    .set({ lastSeenAt: sql`now()` })
    .where(eq(alertSources.tokenHash, hashToken(token)))
    .returning({ id: alertSources.id });
  const { id } = found(source, 'Address');
  const refusal = (await hit(tx, GROUPS, id, scale)) ?? (await refuseTooMany(tx, id, received));
  if (refusal) return refusal;
  const now = await readTime(tx);
  const matches = await matchServers(
    tx,
    received.map(({ labels }) => labels),
  );
  const those = received.map((alert, n) => ({ alert, match: matches[n] }));
  await endEarlier(tx, id, { received, now });
  await observe(
    tx,
    those.map(({ alert, match }) => ({ ...seen(id, alert, match), at: startOf(alert, now) })),
  );
  return { accepted: those.length, unmatched: those.filter(({ match }) => !match).length };
}

/** Alertmanager sends a group again after a refusal with 429. */
async function refuseTooMany(tx: Db, id: string, received: ReceivedAlert[]): Promise<Refusal | undefined> {
  const open = await tx.$count(alerts, isOpenOf(id));
  const firing = received.filter(({ status }) => status === 'firing').length;
  if (open + firing <= ALERT_LIMITS.receivedOpen || firing === 0) return undefined;
  const text = `${open} alerts of this program are open, and at most ${ALERT_LIMITS.receivedOpen} may be.`;
  return refuse(429, 'too_many_requests', text, { retryAfterSeconds: 300 });
}

const seen = (sourceId: string, alert: ReceivedAlert, match: Match | undefined) => {
  const { labels } = alert;
  const where = match?.name ?? labels['instance'] ?? labels['host'] ?? labels['node'];
  const what = labels['alertname'] ?? 'Alert';
  return {
    subject: subjectOf(sourceId, `${keyOf(alert)}-${new Date(alert.startsAt).getTime().toString(36)}`),
    kind: 'external' as const,
    isBad: alert.status === 'firing',
    severity: severityOf(labels['severity']),
    name: plain(where ? `${what} on ${where}` : what, LONGEST_NAME),
    serverId: match?.id ?? null,
    text: textOf(alert),
    labels: labelsOf(labels),
  };
};

/** A program whose clock is ahead must not begin an alert in the future. */
const startOf = ({ startsAt }: ReceivedAlert, now: Date): Date =>
  new Date(Math.min(new Date(startsAt).getTime(), now.getTime()));

const keyOf = ({ fingerprint, labels }: ReceivedAlert): string =>
  createHash('sha256')
    .update(fingerprint ?? JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
    .slice(0, 16);

/** The end of an alert gets lost if the program restarts. Its next beginning shows that it is over. */
async function endEarlier(
  tx: Db,
  sourceId: string,
  { received, now }: { received: ReceivedAlert[]; now: Date },
): Promise<void> {
  const open = await tx
    .select()
    .from(alerts)
    .where(and(isOpenOf(sourceId), lt(alerts.startedAt, now)));
  if (open.length === 0) return;
  const newest = new Map<string, number>();
  for (const alert of received) {
    const [key, start] = [keyOf(alert), new Date(alert.startsAt).getTime()];
    if (alert.status === 'firing') newest.set(key, Math.max(start, newest.get(key) ?? 0));
  }
  const ended = open.flatMap((row) => {
    const end = endOfExternal(row, now);
    const [, key = '', start = ''] = end.subject.id.split('-');
    return Number.parseInt(start, 36) < (newest.get(key) ?? 0) ? [end] : [];
  });
  await observe(tx, ended);
}

const SEVERITIES: Record<string, AlertSeverity> = {
  critical: 'critical',
  page: 'critical',
  emergency: 'critical',
  fatal: 'critical',
  high: 'critical',
  error: 'critical',
  info: 'info',
  informational: 'info',
  notice: 'info',
  low: 'info',
  none: 'info',
};

/** What a label says, else a warning: other words are the program's own. */
const severityOf = (word = ''): AlertSeverity => SEVERITIES[word.toLowerCase()] ?? 'warning';

function textOf({ annotations, generatorURL }: ReceivedAlert): string {
  const { summary = '', description = '', message = '', runbook_url: runbook = '' } = annotations;
  const lines = [
    ...new Set([summary, description, message].map((line) => line.trim())),
    isLink(runbook) && `Runbook: ${runbook}`,
    isLink(generatorURL) && `Source: ${generatorURL}`,
  ];
  return plain(lines.filter(Boolean).join('\n'), LONGEST_TEXT);
}

const isLink = (text = '') => /^https?:\/\/\S+$/.test(text);

const labelsOf = (labels: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels)
      .slice(0, MOST_LABELS)
      .map(([name, value]) => [plain(name, LONGEST_LABEL), plain(value, LONGEST_LABEL)]),
  );

/** The database stores neither NUL nor half characters. */
const plain = (text: string, most: number) => text.replaceAll('\0', '').slice(0, most).toWellFormed();
