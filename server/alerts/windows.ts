import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { and, asc, count, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Maintenance, NewMaintenance } from '../../contract/calls/maintenance.ts';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { readTime } from '../db/clock.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { maintenanceWindows } from '../db/schema.ts';
import { found, refuse, type Refusal, refuseField } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { closeNotifications } from '../notifications/queries.ts';
import { refuseFilter } from './filters.ts';
import { notifyOfWindow } from './in-product.ts';
import { isNow } from './load.ts';

type Row = typeof maintenanceWindows.$inferSelect;

const asMaintenance = ({ createdAt: _createdAt, ...row }: Row, now: Date): Maintenance => ({
  ...row,
  from: row.from?.toISOString() ?? null,
  to: row.to?.toISOString() ?? null,
  isNow: isNow(row, now),
});

const isNotOver = or(isNotNull(maintenanceWindows.weekly), gt(maintenanceWindows.to, sql`now()`));

export async function listWindows(db: Db): Promise<Maintenance[]> {
  const now = await readTime(db);
  const rows = await db
    .select()
    .from(maintenanceWindows)
    .where(isNotOver)
    .orderBy(asc(maintenanceWindows.from), asc(maintenanceWindows.id));
  return rows.map((row) => asMaintenance(row, now));
}

export async function createWindow(
  tx: Db,
  actor: Actor,
  { filter, reason, notify, from = null, to = null, weekly = null }: z.output<typeof NewMaintenance>,
): Promise<Maintenance | Refusal> {
  await holdTurn(tx, 'maintenance', 'all');
  const refusal = refuseFilter(filter) ?? refuseTimes({ from, to, isWeekly: weekly !== null });
  if (refusal) return refusal;
  const [held] = await tx.select({ n: count() }).from(maintenanceWindows).where(isNotOver);
  if ((held?.n ?? 0) >= ALERT_LIMITS.rows)
    return refuse(409, 'too_many', `There are at most ${ALERT_LIMITS.rows} windows. Delete one first.`);
  const times = { from: from === null ? null : new Date(from), to: to === null ? null : new Date(to) };
  const [row] = await tx
    .insert(maintenanceWindows)
    .values({ filter, reason, weekly, ...times, by: actor.name })
    .returning();
  const window = found(row, 'Window');
  if (notify) await notifyOfWindow(tx, actor, window);
  const created = asMaintenance(window, await readTime(tx));
  await wrote(tx, actor, created.id, {
    action: 'maintenance.create',
    after: { filter, reason, from, to, weekly },
  });
  return created;
}

function refuseTimes(times: { from: string | null; to: string | null; isWeekly: boolean }) {
  const { from, to, isWeekly } = times;
  if (isWeekly) return from || to ? refuseField('weekly', 'Give either weekly, or from and to') : undefined;
  if (!from || !to) return refuseField(from ? 'to' : 'from', 'Give both from and to, or weekly');
  return new Date(from) < new Date(to) ? undefined : refuseField('to', 'Choose a time after the start');
}

export async function removeWindow(tx: Db, actor: Actor, id: string): Promise<void> {
  const [row] = await tx.delete(maintenanceWindows).where(eq(maintenanceWindows.id, id)).returning();
  const { filter, reason } = found(row, 'Window');
  await closeNotifications(tx, 'server.status', id);
  await wrote(tx, actor, id, { action: 'maintenance.delete', before: { filter, reason } });
}

/** Windows that are over are of no use. */
export async function removeOldWindows(db: Db): Promise<void> {
  const isOver = sql`${maintenanceWindows.to} < now() - interval '90 days'`;
  await db.delete(maintenanceWindows).where(and(isOver, sql`${maintenanceWindows.weekly} is null`));
}

async function wrote(
  tx: Db,
  actor: Actor,
  id: string,
  event: { action: AuditAction; before?: object; after?: object },
) {
  await record(tx, actor, { ...event, kind: 'maintenance', subjectId: id });
  await publish(tx, { type: 'changed', topic: 'alerts' });
}
