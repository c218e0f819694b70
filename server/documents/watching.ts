import { and, eq, ne, sql } from 'drizzle-orm';
import { documentWatching, knowledgeBaseWatching } from '../../contract/watching.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { notifications, users, watches } from '../db/schema.ts';
import type { Mount } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { notify } from '../notifications/notify.ts';
import { hasDocument } from './queries.ts';

const KIND = 'document';

const own = (userId: string, id: string) =>
  and(eq(watches.userId, userId), eq(watches.kind, KIND), eq(watches.subjectId, id));

/** Whether an account watches a document. */
export const isWatching = async (db: Db, actor: Actor, id: string): Promise<boolean> =>
  (await db.$count(watches, own(actor.userId, id))) > 0;

export function watchingRoutes(mount: Mount) {
  const theDocument = async (db: Db, id: string) =>
    found((await hasDocument(db, id)) || undefined, 'Document');
  for (const calls of [documentWatching, knowledgeBaseWatching]) {
    mount(calls.watch, async ({ db, actor, params }) => {
      await theDocument(db, params.id);
      const watch = { userId: actor.userId, kind: KIND, subjectId: params.id };
      await db.insert(watches).values(watch).onConflictDoNothing();
    });
    mount(calls.watching, async ({ db, actor, params }) => {
      await theDocument(db, params.id);
      return { watching: await isWatching(db, actor, params.id) };
    });
    mount(calls.unwatch, async ({ db, actor, params }) => {
      await theDocument(db, params.id);
      await db.delete(watches).where(own(actor.userId, params.id));
    });
  }
}

/**
 * Notifies the other watchers of changes once until they have read it, and of a removal in any case. Runs in the
 * transaction of the change.
 */
export async function notifyWatchers(
  tx: Db,
  actor: Actor,
  { id, title }: { id: string; title: string },
  isRemoved = false,
): Promise<void> {
  const link = `/knowledge-base?doc=${id}`;
  const text = isRemoved ? `${actor.name} moved "${title}" to the bin` : `${actor.name} changed "${title}"`;
  const rows = await listWatchers(tx).execute({ id, link, isRemoved, actorId: actor.userId });
  for (const { userId } of rows)
    await notify(tx, userId, {
      kind: 'document.changed',
      title: text.slice(0, 255),
      link,
    });
}

/** The other watchers; of changes those without an unread notification of this kind. */
const listWatchers = prepared((db) => {
  const unread = sql`exists (select from ${notifications} where ${notifications.userId} = ${users.id}
    and ${notifications.kind} = 'document.changed' and ${notifications.link} = ${sql.placeholder('link')}
    and ${notifications.readAt} is null)`;
  return db
    .select({ userId: users.id })
    .from(watches)
    .innerJoin(users, and(eq(users.id, watches.userId), eq(users.accountStatus, 'active')))
    .where(
      and(
        eq(watches.kind, KIND),
        eq(watches.subjectId, sql.placeholder('id')),
        ne(users.id, sql.placeholder('actorId')),
        sql`(${sql.placeholder('isRemoved')}::boolean or not ${unread})`,
      ),
    );
});
