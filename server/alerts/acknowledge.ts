import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { readTime } from '../db/clock.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { alertNotes, alerts } from '../db/schema.ts';
import { found, refuse, RefusalError, type Refusal } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { endOfExternal, observe } from '../observations/observe.ts';
import { findOnDuty } from './duty.ts';

/** A person with an account, or one who followed the address in a message. */
type Author = Pick<Actor, 'userId' | 'name'> | { userId: null; name: string };
type Change = Partial<typeof alerts.$inferInsert>;
type Event = {
  action: AuditAction;
  note: Pick<typeof alertNotes.$inferInsert, 'what' | 'text'>;
  after: object;
};

/** Of one alert. */
const MOST_NOTES = 200;

/** Takes an alert. If the shift of the person ends before the alert does, it is open again. */
export async function acknowledge(
  tx: Db,
  author: Author,
  { id, note = null }: { id: string; note?: string | null | undefined },
): Promise<Refusal | undefined> {
  const onDuty = await findOnDuty(tx);
  return changeOpen(tx, author, id, {
    action: 'alert.acknowledge',
    change: {
      acknowledgedBy: author.name,
      acknowledgedAt: sql`now()` as never,
      acknowledgedUntil: onDuty && onDuty.personId === author.userId ? onDuty.until : null,
      note,
    },
    note: { what: 'acknowledged', text: note ?? '' },
    after: { note },
  });
}

export async function silence(
  tx: Db,
  author: Author,
  { id, seconds, reason }: { id: string; seconds: number; reason: string },
): Promise<Refusal | undefined> {
  return changeOpen(tx, author, id, {
    action: 'alert.silence',
    change: {
      silencedBy: author.name,
      silenceReason: reason,
      silencedUntil: sql`now() + ${seconds} * interval '1 second'` as never,
    },
    note: { what: 'silenced', text: reason },
    after: { reason, seconds },
  });
}

/**
 * Ends an alert of another program, which may be gone or have lost it. Of everything else the product sees the end itself, so it
 * refuses those with 409.
 */
export async function closeExternal(
  tx: Db,
  author: Author,
  { id, note }: { id: string; note?: string | null | undefined },
): Promise<Refusal | undefined> {
  const [row] = await tx.select().from(alerts).where(eq(alerts.id, id));
  const alert = found(row, 'Alert');
  if (alert.kind !== 'external')
    return refuse(409, 'ends_itself', 'This alert ends by itself when it is over. You can silence it.');
  await observe(tx, [endOfExternal(alert, await readTime(tx))]);
  return changeOpen(tx, author, id, {
    action: 'alert.close',
    note: { what: 'closed', text: note ?? '' },
    after: { note },
  });
}

/** Also after the end of the alert, when people know what it was. */
export async function addNote(
  tx: Db,
  author: Author,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const [row] = await tx
    .select({ subject: alerts.subject })
    .from(alerts)
    .where(eq(alerts.id, id))
    .for('key share');
  const { subject } = found(row, 'Alert');
  const notes = await tx.$count(alertNotes, eq(alertNotes.alertId, id));
  if (notes >= MOST_NOTES) throw new RefusalError(refuse(409, 'too_many', 'This alert has too many notes.'));
  await wrote(tx, author, id, {
    action: 'alert.note',
    note: { what: 'note', text },
    after: { subject },
  });
}

/** Waits for the engine, which would otherwise store what it read before. */
async function changeOpen(
  tx: Db,
  author: Author,
  id: string,
  { change, ...event }: Event & { change?: Change },
): Promise<Refusal | undefined> {
  await holdTurn(tx, 'alerts', 'engine');
  const [row] = await tx
    .select({ subject: alerts.subject, resolvedAt: alerts.resolvedAt })
    .from(alerts)
    .where(eq(alerts.id, id));
  if (found(row, 'Alert').resolvedAt !== null)
    return refuse(409, 'alert_over', 'This alert is over already, so there is nothing left to do.');
  if (change) await tx.update(alerts).set(change).where(eq(alerts.id, id));
  await wrote(tx, author, id, { ...event, after: { subject: row?.subject, ...event.after } });
  return undefined;
}

async function wrote(tx: Db, author: Author, id: string, { action, note, after }: Event) {
  await tx.insert(alertNotes).values({ alertId: id, by: author.name, ...note });
  await record(tx, author, { action, kind: 'alert', subjectId: id, after });
  await publish(tx, { type: 'changed', topic: 'alerts' });
}
