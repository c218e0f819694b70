import { servers as calls } from '../../contract/servers.ts';
import type { Db } from '../db/open.ts';
import { watches } from '../db/schema.ts';
import type { Mount } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { findServer, isWatching, ownWatch } from './queries.ts';

export function watchRoutes(mount: Mount) {
  const theServer = async (db: Db, id: string) => found(await findServer(db, id), 'Server');

  mount(calls.watch, async ({ db, actor, params }) => {
    await theServer(db, params.id);
    await db
      .insert(watches)
      .values({ userId: actor.userId, kind: 'server', subjectId: params.id })
      .onConflictDoNothing();
  });
  mount(calls.watching, async ({ db, actor, params }) => {
    await theServer(db, params.id);
    return { watching: await isWatching(db, actor, params.id) };
  });
  mount(calls.unwatch, async ({ db, actor, params }) => {
    await theServer(db, params.id);
    await db.delete(watches).where(ownWatch(actor, params.id));
  });
}
