import { and, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { AlertSeverity } from '../../contract/shared/alert-words.ts';
import { NO_LIMITS } from '../../contract/shared/server-limits.ts';
import { notInBin } from '../db/bin.ts';
import { readTime } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { alerts, servers } from '../db/schema.ts';
import { observe } from '../observations/observe.ts';

const KINDS = ['certificate', 'expiry'] as const;
type Due = {
  serverId: string;
  name: string;
  kind: (typeof KINDS)[number];
  text: string;
  severity: AlertSeverity;
};

const DAY_MS = 86_400_000;

/** Notes what expires within its lead time, and what no longer does. Only changes are noted. */
export async function observeExpiries(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const now = await readTime(tx);
    const due = new Map((await listDue(tx, now)).map((one) => [`server:${one.serverId}:${one.kind}`, one]));
    const open = await tx
      .select({
        fingerprint: alerts.fingerprint,
        kind: alerts.kind,
        text: alerts.text,
        severity: alerts.severity,
      })
      .from(alerts)
      .where(and(isNull(alerts.resolvedAt), inArray(alerts.kind, [...KINDS])));
    const known = new Map(open.map((alert) => [alert.fingerprint, alert]));
    const begun = [...due].filter(([key, { text, severity }]) => {
      const before = known.get(key);
      return before?.text !== text || before.severity !== severity;
    });
    const ended = open.filter(({ fingerprint }) => !due.has(fingerprint));
    const seen = (serverId: string, kind: Due['kind']) =>
      ({ subject: { kind: 'server', id: serverId }, kind, at: now }) as const;
    await observe(tx, [
      ...begun.map(([, { serverId, name, kind, text, severity }]) => ({
        ...seen(serverId, kind),
        isBad: true,
        severity,
        name,
        text,
      })),
      ...ended.map(({ fingerprint, kind }) => ({
        ...seen(fingerprint.split(':')[1] ?? '', kind as Due['kind']),
        isBad: false,
        severity: 'warning' as const,
        name: '',
      })),
    ]);
  });
}

async function listDue(tx: Db, now: Date): Promise<Due[]> {
  const { id, name, certificateExpiresAt, limits } = servers;
  const rows = await tx
    .select({ id, name, certificateExpiresAt, limits })
    .from(servers)
    .where(and(notInBin(servers), or(isNotNull(certificateExpiresAt), sql`${limits} -> 'expires' <> '{}'`)));
  return rows.flatMap((row): Due[] => {
    const { expires, leadDays } = row.limits ?? NO_LIMITS;
    const isDue = (at: Date) => at.getTime() - leadDays * DAY_MS <= now.getTime();
    const dates = Object.entries(expires)
      .flatMap(([what, day]) => (day ? [{ what, at: new Date(`${day}T00:00:00Z`) }] : []))
      .filter(({ at }) => isDue(at))
      .toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const of = (kind: Due['kind'], those: { what: string; at: Date }[]): Due[] =>
      those.length === 0
        ? []
        : [
            {
              serverId: row.id,
              name: row.name,
              kind,
              text: those.map(({ what, at }) => `${what} until ${at.toISOString().slice(0, 10)}`).join(', '),
              severity: those.some(({ at }) => at <= now) ? 'critical' : 'warning',
            },
          ];
    const certificate = row.certificateExpiresAt;
    return [
      ...of('expiry', dates),
      ...of(
        'certificate',
        certificate && isDue(certificate) ? [{ what: 'certificate', at: certificate }] : [],
      ),
    ];
  });
}
