import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { NotificationKind } from '../../contract/calls/notification-choices.ts';
import { MAX_NOTIFICATIONS, type Notification } from '../../contract/calls/notifications.ts';
import type { Db } from '../db/open.ts';
import { notifications } from '../db/schema.ts';
import { publish } from '../live/publish.ts';
import { queueNotification } from '../mail-queue/queries.ts';
import { channelsFor } from '../settings/queries.ts';

export async function listNotifications(db: Db, userId: string): Promise<Notification[]> {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_NOTIFICATIONS);
  return rows.map((row) => ({
    ...row,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
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

export async function removeOldNotifications(db: Db): Promise<void> {
  await db.delete(notifications).where(lt(notifications.createdAt, sql`now() - interval '90 days'`));
}

/**
 * Notifies an account in the product and by mail, as far as it wants notifications of this kind. Runs in the
 * transaction of the change.
 */
export async function notify(
  db: Db,
  userId: string,
  { kind, title, link }: { kind: NotificationKind; title: string; link: string },
): Promise<void> {
  const { inProduct, byMail } = await channelsFor(db, userId, kind);
  if (byMail) await queueNotification(db, userId, { title, link });
  if (!inProduct) return;
  await db.insert(notifications).values({ userId, kind, title, link });
  await publish(db, { type: 'notification' }, userId);
}
