import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { mails, users } from '../db/schema.ts';
import { nudge } from '../live/publish.ts';
import type { LetterKind } from './texts.ts';

export type DueMail = {
  id: string;
  kind: LetterKind;
  to: string;
  userId: string;
  firstName: string;
  attempts: number;
};

/** Has a letter written to an account, once the transaction commits. Its one-time link is made when it is sent. */
export async function queueMail(
  tx: Db,
  kind: LetterKind,
  user: { id: string; email: string },
): Promise<void> {
  await tx.insert(mails).values({ kind, to: user.email, userId: user.id });
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
    })
    .from(mails)
    .innerJoin(users, eq(users.id, mails.userId))
    .where(and(isNull(mails.sentAt), lte(mails.nextAttemptAt, sql`now()`)))
    .orderBy(asc(mails.createdAt))
    .limit(1)
    .for('update', { of: mails, skipLocked: true });
  return row && { ...row, kind: row.kind as LetterKind };
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
