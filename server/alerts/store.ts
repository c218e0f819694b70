import { getTableColumns, inArray, sql } from 'drizzle-orm';
import type { AlertMessage } from '../../contract/shared/alert-message.ts';
import type { Db } from '../db/open.ts';
import { alerts as alertRows, channels, deliveries } from '../db/schema.ts';
import { fingerprintOf, type Alert, type Message } from './state.ts';

/** Rows per statement; PostgreSQL accepts at most 65,535 values. */
const PORTION = 500;

const portions = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / PORTION) }, (_, n) =>
    all.slice(n * PORTION, (n + 1) * PORTION),
  );

const dateOf = (time: number | null) => (time === null ? null : new Date(time));

function rowOfAlert(alert: Alert): typeof alertRows.$inferInsert {
  const { id, kind, severity, state, serverId, name, text, labels, causeId } = alert;
  const { subject, isBad, isRevoked, pendingSince, pendingLimit, changedAt, changes } = alert;
  const { flapping, flappings, clock, told, rules, checkSeconds, confirmations } = alert;
  return {
    id,
    kind,
    severity,
    state,
    serverId,
    text,
    labels,
    causeId,
    fingerprint: fingerprintOf(alert),
    subject: name.slice(0, 255),
    startedAt: new Date(alert.startedAt),
    firedAt: dateOf(alert.firedAt),
    resolvedAt: dateOf(alert.resolvedAt),
    acknowledgedAt: dateOf(alert.acknowledgedAt),
    acknowledgedUntil: dateOf(alert.acknowledgedUntil),
    progress: {
      subject,
      isBad,
      isRevoked,
      pendingSince,
      pendingLimit,
      changedAt,
      changes,
      flapping,
      flappings,
      clock,
      told,
      rules,
      checkSeconds,
      confirmations,
    },
  };
}

const { severity, state, text, causeId, firedAt, resolvedAt, acknowledgedAt, acknowledgedUntil, progress } =
  getTableColumns(alertRows);
const CHANGING = {
  severity,
  state,
  text,
  causeId,
  firedAt,
  resolvedAt,
  acknowledgedAt,
  acknowledgedUntil,
  progress,
};
const replaced = Object.fromEntries(
  Object.entries(CHANGING).map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
);

/** Who took an alert is forgotten with the time at which it was taken. */
export async function storeAlerts(tx: Db, changed: Alert[]): Promise<void> {
  const isTaken = sql`excluded.acknowledged_at is not null`;
  for (const portion of portions(changed))
    // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
    await tx
      .insert(alertRows)
      .values(portion.map(rowOfAlert))
      .onConflictDoUpdate({
        target: alertRows.id,
        set: {
          ...replaced,
          acknowledgedBy: sql`case when ${isTaken} then ${alertRows.acknowledgedBy} end`,
          note: sql`case when ${isTaken} then ${alertRows.note} end`,
        },
      });
}

/** What is sent to a channel within the product is done with this transaction, so nobody has to send it. */
export async function storeDeliveries(
  tx: Db,
  messages: { message: Message; content: AlertMessage; isDone: boolean }[],
): Promise<void> {
  const rows = messages.map(({ message: { alert, event, ruleId, channelId, step }, content, isDone }) => ({
    group: alert.id,
    alertId: alert.id,
    ruleId,
    channelId,
    event,
    step,
    message: content,
    ...(isDone ? { state: 'sent' as const, sentAt: sql`now()` } : {}),
  }));
  for (const portion of portions(rows))
    // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
    await tx.insert(deliveries).values(portion).onConflictDoNothing();
}

/** Kinds of those of these channels that exist and are switched on. */
export async function listChannelKinds(tx: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, typeof channels.$inferSelect.kind>();
  const rows = await tx
    .select({ id: channels.id, kind: channels.kind, active: channels.active })
    .from(channels)
    .where(inArray(channels.id, ids));
  return new Map(rows.filter(({ active }) => active).map(({ id, kind }) => [id, kind]));
}
