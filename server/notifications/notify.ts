import type { Db } from '../db/open.ts';
import { notifications } from '../db/schema.ts';
import { queueNotice } from '../letters/queries.ts';
import { publish } from '../live/publish.ts';

/** Leaves a notification for an account, tells its open screens and mails it to those who want that; part of the transaction that gives the reason. */
export async function notify(
  db: Db,
  userId: string,
  kind: string,
  title: string,
  link: string,
): Promise<void> {
  await db.insert(notifications).values({ userId, kind, title, link });
  await queueNotice(db, userId, { title, link });
  await publish(db, { type: 'notification' }, userId);
}
