import * as z from 'zod';
import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { mails, users } from '../db/schema.ts';
import { nudge } from '../live/publish.ts';
import { wantsSecurityAlerts } from '../settings/queries.ts';
import type { LetterKind } from './texts.ts';

/** Who is invited to what; the link in the letter fills the registration with it. */
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

/** What happened, and where in the product it is to be seen. */
export const MailedNotice = z.object({ title: z.string(), link: z.string() });
export type MailedNotice = z.infer<typeof MailedNotice>;

export type DueMail = {
  id: string;
  kind: LetterKind;
  to: string;
  /** Null for somebody who has no account yet. */
  userId: string | null;
  firstName: string;
  attempts: number;
  invitation: MailedInvitation | undefined;
  notice: MailedNotice | undefined;
};

/** Letters that the owner may switch off; a changed password or address is always told. */
const ALERTS = new Set<LetterKind>([
  'google-linked',
  'two-factor-on',
  'two-factor-off',
  'passkey-added',
  'passkey-removed',
]);

/** Has a letter written to an account, once the transaction commits. Its one-time link is made when it is sent. */
export async function queueMail(
  tx: Db,
  kind: LetterKind,
  user: { id: string; email: string },
): Promise<void> {
  if (ALERTS.has(kind) && !(await wantsSecurityAlerts(tx, user.id))) return;
  await tx.insert(mails).values({ kind, to: user.email, userId: user.id });
  await nudge(tx, 'mail');
}

/** The letter to a notification. */
export async function queueNotice(tx: Db, userId: string, notice: MailedNotice): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) return;
  await tx.insert(mails).values({ kind: 'notification', to: user.email, userId, payload: notice });
  await nudge(tx, 'mail');
}

/** To find out whether letters arrive; goes to whoever asked, whatever they want mailed. */
export async function queueTestMail(tx: Db, user: { id: string; email: string }): Promise<void> {
  const payload: MailedNotice = {
    title: 'This is a test: letters of Ops Hub reach you',
    link: '/admin/status',
  };
  await tx.insert(mails).values({ kind: 'notification', to: user.email, userId: user.id, payload });
  await nudge(tx, 'mail');
}

export async function queueInvitation(tx: Db, invitation: MailedInvitation): Promise<void> {
  await tx.insert(mails).values({ kind: 'invitation', to: invitation.email, payload: invitation });
  await nudge(tx, 'mail');
}

/** To an address that is to become the account's: its link proves it. */
export async function queueEmailChange(tx: Db, userId: string, email: string): Promise<void> {
  await tx.insert(mails).values({ kind: 'confirm-email', to: email, userId });
  await nudge(tx, 'mail');
}

/** The next letter to send, held against other nodes until the transaction ends. */
export async function takeDueMail(tx: Db): Promise<DueMail | undefined> {
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
    .where(and(isNull(mails.sentAt), lte(mails.nextAttemptAt, sql`now()`)))
    .orderBy(asc(mails.createdAt))
    .limit(1)
    .for('update', { of: mails, skipLocked: true });
  if (!row) return undefined;
  const { payload, ...mail } = row;
  const invitation = MailedInvitation.safeParse(payload).data;
  const notice = MailedNotice.safeParse(payload).data;
  const firstName = row.firstName ?? invitation?.firstName ?? '';
  return { ...mail, firstName, invitation, notice, kind: row.kind as LetterKind };
}

export async function markSent(tx: Db, id: string): Promise<void> {
  await tx
    .update(mails)
    .set({ sentAt: sql`now()` })
    .where(eq(mails.id, id));
}

/** The pause doubles from half a minute to an hour; a letter is given up after three days. */
export async function postpone(tx: Db, { id, attempts }: DueMail): Promise<void> {
  const seconds = Math.min(3_600, 30 * 2 ** attempts);
  await tx
    .update(mails)
    .set({ attempts: attempts + 1, nextAttemptAt: sql`now() + ${seconds} * interval '1 second'` })
    .where(eq(mails.id, id));
}

/** Sent letters are forgotten after a day, unsendable ones after three. */
export async function removeOldMails(db: Db): Promise<void> {
  await db.delete(mails).where(lt(mails.sentAt, sql`now() - interval '1 day'`));
  await db.delete(mails).where(lt(mails.createdAt, sql`now() - interval '3 days'`));
}
