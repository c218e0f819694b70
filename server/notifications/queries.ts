import type { Reader } from '../actor.ts';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { NotificationKind } from '../../contract/calls/notification-choices.ts';
import { MAX_NOTIFICATIONS, type Notification } from '../../contract/calls/notifications.ts';
import { personReader } from '../../contract/shared/readers.ts';
import { leadsToOpen } from '../access/may-read.ts';
import type { Db } from '../db/open.ts';
import { notifications } from '../db/schema.ts';
import { publish } from '../live/publish.ts';
import { queueNotification } from '../mail-queue/queries.ts';
import { channelsFor } from '../settings/queries.ts';

type OwnReader = Reader & { userId: string };

/** Without those about documents that the account may no longer read. */
export async function listNotifications(db: Db, { userId, ...reader }: OwnReader): Promise<Notification[]> {
  const rows = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), leadsToOpen(reader, notifications.link)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_NOTIFICATIONS);
  return rows.map(({ id, kind, title, link, readAt, createdAt }) => ({
    id,
    kind,
    title,
    link,
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

/** Marks only the account's own notifications; other ids are ignored. */
export async function markRead(db: Db, userId: string, ids: string[] | 'all'): Promise<void> {
  const own = and(eq(notifications.userId, userId), isNull(notifications.readAt));
  await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(own, ids === 'all' ? undefined : inArray(notifications.id, ids)));
}

/**
 * Closes the notifications of all accounts about something that is done: decided, up again or gone. Skips rows that somebody
 * marks as read at this moment, so that neither waits for the other.
 */
export async function closeNotifications(db: Db, kind: NotificationKind, subject: string): Promise<void> {
  const open = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.kind, kind),
        eq(notifications.subject, within(subject)),
        isNull(notifications.readAt),
      ),
    )
    .for('update', { skipLocked: true });
  const closed = await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(inArray(notifications.id, open))
    .returning({ userId: notifications.userId });
  for (const userId of new Set(closed.map((row) => row.userId)))
    await publish(db, { type: 'notification' }, [personReader(userId)]);
}

/** The start of a text that fits into a title or subject. */
const within = (text: string) => text.slice(0, 255);

/**
 * Notifies an account in the product and by mail, as far as it wants notifications of this kind. Runs in the
 * transaction of the change. With a `subject`, `closeNotifications` closes it.
 */
export async function notify(
  db: Db,
  userId: string,
  {
    kind,
    link,
    subject,
    ...words
  }: { kind: NotificationKind; title: string; link: string; subject?: string },
): Promise<void> {
  const title = within(words.title);
  const { inProduct, byMail } = await channelsFor(db, userId, kind);
  if (byMail) await queueNotification(db, userId, { title, link });
  if (!inProduct) return;
  await db.insert(notifications).values({ userId, kind, title, link, subject: subject && within(subject) });
  await publish(db, { type: 'notification' }, [personReader(userId)]);
}
