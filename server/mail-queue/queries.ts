import * as z from 'zod';
import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { thisMoment } from '../db/clock.ts';
import { eachPerson, leadsToOpen } from '../access/may-read.ts';
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
    .where(and(eq(mails.userId, userId), isWaiting, isLink))
    .for('update', { skipLocked: true });
  await tx.delete(mails).where(inArray(mails.id, waiting));
}

/** Longer than one attempt takes. Afterwards the node must have died, and another one sends the mail. */
const LEASE = sql`interval '5 minutes'`;

/** Neither sent nor possibly sent. */
const isWaiting = and(isNull(mails.sentAt), isNull(mails.handedOverAt));

/** Withdraws mails about documents that their recipients may no longer read. */
const withdrawHidden = (tx: Db) =>
  tx.delete(mails).where(
    and(
      isWaiting,
      eq(mails.kind, 'notification'),
      lte(mails.nextAttemptAt, thisMoment),
      sql`exists (select from ${users} where ${users.id} = ${mails.userId}
        and not ${leadsToOpen(eachPerson, sql`${mails.payload} ->> 'link'`)})`,
    ),
  );

/** The next due mail, leased against other nodes. */
export async function takeDueMail(tx: Db): Promise<DueMail | undefined> {
  await withdrawHidden(tx);
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
    .where(and(isWaiting, lte(mails.nextAttemptAt, thisMoment)))
    .orderBy(asc(mails.createdAt))
    .limit(1)
    .for('update', { of: mails, skipLocked: true });
  if (!row) return undefined;
  await tx
    .update(mails)
    .set({ nextAttemptAt: sql`now() + ${LEASE}` })
    .where(eq(mails.id, row.id));
  const { payload, ...mail } = row;
  const invitation = MailedInvitation.safeParse(payload).data;
  const notice = MailedNotification.safeParse(payload).data;
  const firstName = row.firstName ?? invitation?.firstName ?? '';
  return { ...mail, firstName, invitation, notice, kind: row.kind as MailKind };
}

export async function markSent(db: Db, id: string): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt: sql`now()`, problem: null })
    .where(eq(mails.id, id));
}

/** From now on the mail may arrive. Throws when another node has it meanwhile, or it was withdrawn. */
export async function noteHandover(db: Db, id: string): Promise<void> {
  const noted = await db
    .update(mails)
    .set({ handedOverAt: sql`now()` })
    .where(and(eq(mails.id, id), isWaiting))
    .returning({ id: mails.id });
  if (noted.length === 0) throw new Error('The mail was withdrawn');
}

export async function noteUnclear(db: Db, id: string, problem: string): Promise<void> {
  await db.update(mails).set({ problem }).where(eq(mails.id, id));
}

/**
 * Tries again later, since the mail was not accepted. The pause doubles from half a minute to an hour; delivery is given
 * up after three days.
 */
export async function postpone(db: Db, { id, attempts }: DueMail, problem: string): Promise<void> {
  const seconds = Math.min(3_600, 30 * 2 ** attempts);
  const nextAttemptAt = sql`now() + ${seconds} * interval '1 second'`;
  await db
    .update(mails)
    .set({ attempts: attempts + 1, nextAttemptAt, handedOverAt: null, problem })
    .where(eq(mails.id, id));
}

/** The state of the queue, for the System page. `unclear` mails may have arrived, and are not sent again. */
export async function findMailQueue(db: Db) {
  const isUnclear = sql`${mails.sentAt} is null and ${mails.handedOverAt} is not null`;
  const [queue] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${isWaiting}))::int`,
      failing: sql<number>`(count(*) filter (where ${isWaiting} and ${mails.attempts} > 0))::int`,
      // A mail that is being sent now has no problem yet, and a lease.
      unclear: sql<number>`(count(*) filter (where ${isUnclear} and
        (${mails.problem} is not null or ${mails.nextAttemptAt} <= ${thisMoment})))::int`,
      problem: sql<string | null>`(array_agg(${mails.problem} order by ${mails.nextAttemptAt} desc)
        filter (where ${mails.problem} is not null))[1]`,
      lastSentAt: sql<string | null>`max(${mails.sentAt})`,
    })
    .from(mails);
  return queue;
}

/** Deletes sent mails after a day, undeliverable ones after three. */
export async function removeOldMails(db: Db): Promise<void> {
  await db.delete(mails).where(lt(mails.sentAt, sql`now() - interval '1 day'`));
  await db.delete(mails).where(lt(mails.createdAt, sql`now() - interval '3 days'`));
}
