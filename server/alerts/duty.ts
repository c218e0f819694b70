import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { count, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { Duty } from '../../contract/calls/duty.ts';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { readTime } from '../db/clock.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { nameOf } from '../db/person-name.ts';
import { duty, users } from '../db/schema.ts';
import { found, refuse, type Refusal, refuseField } from '../http/errors.ts';
import { publish } from '../live/publish.ts';

const WEEK_MS = 7 * 86_400_000;

type Shift = { personId: string; from: Date; to: Date; weekly: boolean };

/** The end of the shift that is running; undefined if none is. */
function endOf({ from, to, weekly }: Pick<Shift, 'from' | 'to' | 'weekly'>, now: Date): Date | undefined {
  const weeks = weekly ? Math.max(0, Math.floor((now.getTime() - from.getTime()) / WEEK_MS)) : 0;
  const [start, end] = [from, to].map((time) => new Date(time.getTime() + weeks * WEEK_MS));
  return start && end && start <= now && now < end ? end : undefined;
}

/** Entries that are not over, the latest first. */
const selectDuty = (db: Db) =>
  db
    .select({
      id: duty.id,
      personId: duty.userId,
      from: duty.from,
      to: duty.to,
      weekly: duty.weekly,
      name: nameOf(users),
    })
    .from(duty)
    .innerJoin(users, eq(users.id, duty.userId))
    .where(or(eq(duty.weekly, true), gt(duty.to, sql`now()`)))
    .orderBy(desc(duty.createdAt), desc(duty.id));

/** Who is on duty, and until when. A later entry replaces an earlier one for its time, so a swap is one more entry. */
export async function findOnDuty(db: Db): Promise<{ personId: string; until: Date } | undefined> {
  const now = await readTime(db);
  for (const { personId, ...shift } of await selectDuty(db)) {
    const until = endOf(shift, now);
    if (until) return { personId, until };
  }
  return undefined;
}

export async function listDuty(db: Db): Promise<Duty[]> {
  const now = await readTime(db);
  const rows = await selectDuty(db);
  const current = rows.find((row) => endOf(row, now) !== undefined);
  return rows
    .toSorted((a, b) => a.from.getTime() - b.from.getTime())
    .map(({ id, personId, name, from, to, weekly }) => ({
      id,
      person: { id: personId, name },
      from: from.toISOString(),
      to: to.toISOString(),
      weekly,
      isNow: id === current?.id,
    }));
}

type NewDuty = { personId: string; from: string; to: string; weekly: boolean };

export async function createDuty(tx: Db, actor: Actor, fields: NewDuty): Promise<Duty | Refusal> {
  await holdTurn(tx, 'duty', 'all');
  const refusal = await refuseDuty(tx, fields);
  if (refusal) return refusal;
  const { personId, weekly } = fields;
  const [row] = await tx
    .insert(duty)
    .values({ userId: personId, from: new Date(fields.from), to: new Date(fields.to), weekly })
    .returning();
  const { id } = found(row, 'Entry');
  await wrote(tx, actor, id, { action: 'duty.create', after: fields });
  return found(
    (await listDuty(tx)).find((one) => one.id === id),
    'Entry',
  );
}

async function refuseDuty(tx: Db, { personId, weekly, ...times }: NewDuty): Promise<Refusal | undefined> {
  const [from, to] = [new Date(times.from), new Date(times.to)];
  if (from >= to) return refuseField('to', 'Choose a time after the start');
  if (weekly && to.getTime() - from.getTime() > WEEK_MS)
    return refuseField('to', 'A weekly shift lasts at most a week');
  if (!weekly && to <= (await readTime(tx))) return refuseField('to', 'Choose a time in the future');
  const [person] = await tx.select({ status: users.accountStatus }).from(users).where(eq(users.id, personId));
  if (person?.status !== 'active') return refuseField('personId', 'Choose an active account');
  const [held] = await tx.select({ n: count() }).from(duty);
  if ((held?.n ?? 0) < ALERT_LIMITS.rows) return undefined;
  return refuse(409, 'too_many', `There are at most ${ALERT_LIMITS.rows} entries. Delete one first.`);
}

export async function removeDuty(tx: Db, actor: Actor, id: string): Promise<void> {
  const [row] = await tx.delete(duty).where(eq(duty.id, id)).returning();
  const { userId: personId, from, to } = found(row, 'Entry');
  await wrote(tx, actor, id, { action: 'duty.delete', before: { personId, from, to } });
}

export async function removeOldDuty(db: Db): Promise<void> {
  await db.delete(duty).where(sql`not ${duty.weekly} and ${duty.to} < now()`);
}

async function wrote(
  tx: Db,
  actor: Actor,
  id: string,
  event: { action: AuditAction; before?: object; after?: object },
) {
  await record(tx, actor, { ...event, kind: 'duty', subjectId: id });
  await publish(tx, { type: 'changed', topic: 'alerts' });
}
