import type { NotificationKind } from '../../contract/notification-choices.ts';
import type { Db } from '../db/open.ts';
import { notifications } from '../db/schema.ts';
import { queueNotification } from '../mail-queue/queries.ts';
import { publish } from '../live/publish.ts';
import { channelsFor } from '../settings/queries.ts';

/**
 * Leaves a notification for an account and tells its open screens, and mails it, each to those who want that of this kind;
 * part of the transaction that gives the reason.
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
