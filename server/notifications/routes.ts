import { notifications } from '../../contract/calls/notifications.ts';
import { personReader } from '../../contract/shared/readers.ts';
import type { Mount } from '../http/endpoint.ts';
import { publish } from '../live/publish.ts';
import { listNotifications, markRead } from './queries.ts';

export function notificationRoutes(mount: Mount) {
  mount(notifications.list, ({ db, actor }) => listNotifications(db, actor));
  mount(notifications.read, async ({ db, actor, body }) => {
    await markRead(db, actor.userId, 'all' in body ? 'all' : body.ids);
    // Other tabs of the same account update their count.
    await publish(db, { type: 'notification' }, [personReader(actor.userId)]);
  });
}
