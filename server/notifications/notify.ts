import type { NotificationKind } from '../../contract/notification-choices.ts';
import type { Db } from '../db/open.ts';
import { notifications } from '../db/schema.ts';
import { queueNotification } from '../mail-queue/queries.ts';
import { publish } from '../live/publish.ts';
import { channelsFor } from '../settings/queries.ts';

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
