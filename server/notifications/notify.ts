import type { Db } from '../db/open.ts';
import { notifications } from '../db/schema.ts';
import { publish } from '../live/publish.ts';

/** Leaves a notification for an account and tells its open screens; part of the transaction that gives the reason. */
export async function notify(
  db: Db,
  userId: string,
  kind: string,
  title: string,
  link: string,
): Promise<void> {
  await db.insert(notifications).values({ userId, kind, title, link });
  await publish(db, { type: 'notification' }, userId);
}
