import * as z from 'zod';
import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { thisMoment } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { mails, users } from '../db/schema.ts';
import { nudge } from '../live/publish.ts';
import { wantsSecurityAlerts } from '../settings/queries.ts';
import type { MailKind } from './texts.ts';

/** The invited person, to prefill the registration. */
export const MailedInvitation = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  department: z.string().nullable(),
  invitedBy: z.string(),
  inviter: z.string(),
});
export type MailedInvitation = z.infer<typeof MailedInvitation>;

/** The event, and its address in the product. */
export const MailedNotification = z.object({ title: z.string(), link: z.string() });
export type MailedNotification = z.infer<typeof MailedNotification>;

export type DueMail = {
  id: string;
  kind: MailKind;
  to: string;
  /** Null for somebody who has no account yet. */
  userId: string | null;
  firstName: string;
  attempts: number;
  invitation: MailedInvitation | undefined;
  notice: MailedNotification | undefined;
};

/** Mails that people may switch off. Changes of password or address are always mailed. */
const ALERTS = new Set<MailKind>([
  'google-linked',
  'two-factor-on',
  'two-factor-off',
  'passkey-added',
  'passkey-removed',
]);

/** Queues a mail to an account when the transaction commits. Its one-time link is created when it is sent. */
export async function queueMail(tx: Db, kind: MailKind, user: { id: string; email: string }): Promise<void> {
  if (ALERTS.has(kind) && !(await wantsSecurityAlerts(tx, user.id))) return;
  await tx.insert(mails).values({ kind, to: user.email, userId: user.id });
  await nudge(tx, 'mail');
}

/** Queues the mail of a notification. */
export async function queueNotification(tx: Db, userId: string, notice: MailedNotification): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) return;
  await tx.insert(mails).values({ kind: 'notification', to: user.email, userId, payload: notice });
  await nudge(tx, 'mail');
}

/** Queues a test mail to the account that requested it, whatever its notification settings. */
export async function queueTestMail(tx: Db, user: { id: string; email: string }): Promise<void> {
  const payload: MailedNotification = {
    title: 'This is a test: mails of Ops Hub reach you',
    link: '/admin/system',
  };
  await tx.insert(mails).values({ kind: 'notification', to: user.email, userId: user.id, payload });
  await nudge(tx, 'mail');
}

export async function queueInvitation(tx: Db, invitation: MailedInvitation): Promise<void> {
  await tx.insert(mails).values({ kind: 'invitation', to: invitation.email, payload: invitation });
  await nudge(tx, 'mail');
}

/** Queues a mail to the new address of an account; its link verifies the address. */
export async function queueEmailChange(tx: Db, userId: string, email: string): Promise<void> {
  await tx.insert(mails).values({ kind: 'confirm-email', to: email, userId });
  await nudge(tx, 'mail');
}

/** Withdraws mails that are not sent yet and would bring the account a new link. One that is being sent now is sent. */
export async function withdrawLinks(tx: Db, userId: string): Promise<void> {
  const isLink = inArray(mails.kind, ['confirm-email', 'reset-password', 'verify-email']);
  const waiting = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, userId), isNull(mails.sentAt), isLink))
    .for('update', { skipLocked: true });
  await tx.delete(mails).where(inArray(mails.id, waiting));
}

/** The next due mail, locked against other nodes until the transaction ends. */
export async function takeDueMail(tx: Db): Promise<DueMail | undefined> {
  // Marking the mail as sent must not wait for a lock: if it failed, the mail would be sent again.
  await tx.execute(sql`lock table ${mails} in row exclusive mode`);
  const [row] = await tx
    .select({
      id: mails.id,
      kind: mails.kind,
      to: mails.to,
      userId: users.id,
      firstName: users.firstName,
      attempts: mails.attempts,
      payload: mails.payload,
    })
    .from(mails)
    .leftJoin(users, eq(users.id, mails.userId))
    .where(and(isNull(mails.sentAt), lte(mails.nextAttemptAt, thisMoment)))
    .orderBy(asc(mails.createdAt))
    .limit(1)
    .for('update', { of: mails, skipLocked: true });
  if (!row) return undefined;
  const { payload, ...mail } = row;
  const invitation = MailedInvitation.safeParse(payload).data;
  const notice = MailedNotification.safeParse(payload).data;
  const firstName = row.firstName ?? invitation?.firstName ?? '';
  return { ...mail, firstName, invitation, notice, kind: row.kind as MailKind };
}

export async function markSent(tx: Db, id: string): Promise<void> {
  await tx
    .update(mails)
    .set({ sentAt: sql`now()` })
    .where(eq(mails.id, id));
}

/** The pause doubles from half a minute to an hour; delivery is given up after three days. */
export async function postpone(tx: Db, { id, attempts }: DueMail): Promise<void> {
  const seconds = Math.min(3_600, 30 * 2 ** attempts);
  await tx
    .update(mails)
    .set({ attempts: attempts + 1, nextAttemptAt: sql`now() + ${seconds} * interval '1 second'` })
    .where(eq(mails.id, id));
}

/** Deletes sent mails after a day, undeliverable ones after three. */
export async function removeOldMails(db: Db): Promise<void> {
  await db.delete(mails).where(lt(mails.sentAt, sql`now() - interval '1 day'`));
  await db.delete(mails).where(lt(mails.createdAt, sql`now() - interval '3 days'`));
}
