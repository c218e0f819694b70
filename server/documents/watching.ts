import { and, eq, ne, sql } from 'drizzle-orm';
import { documentWatching, knowledgeBaseWatching } from '../../contract/calls/watching.ts';
import { eachPerson, mayRead } from '../access/may-read.ts';
import type { Actor, Reader } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { documents, notifications, users, watches } from '../db/schema.ts';
import type { Mount } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { notify } from '../notifications/queries.ts';
import { hasDocument } from './queries.ts';
import { documentPage } from '../../contract/shared/item-address.ts';

const KIND = 'document';

const own = (userId: string, id: string) =>
  and(eq(watches.userId, userId), eq(watches.kind, KIND), eq(watches.subjectId, id));

/** Whether an account watches a document. */
export const isWatching = async (db: Db, actor: Actor, id: string): Promise<boolean> =>
  (await db.$count(watches, own(actor.userId, id))) > 0;

export function watchingRoutes(mount: Mount) {
  const theDocument = async (db: Db, reader: Reader, id: string) =>
    found((await hasDocument(db, reader, id)) || undefined, 'Document');
  for (const calls of [documentWatching, knowledgeBaseWatching]) {
    mount(calls.watch, async ({ db, actor, params }) => {
      await theDocument(db, actor, params.id);
      const watch = { userId: actor.userId, kind: KIND, subjectId: params.id };
      await db.insert(watches).values(watch).onConflictDoNothing();
    });
    mount(calls.watching, async ({ db, actor, params }) => {
      await theDocument(db, actor, params.id);
      return { watching: await isWatching(db, actor, params.id) };
    });
    mount(calls.unwatch, async ({ db, actor, params }) => {
      await theDocument(db, actor, params.id);
      await db.delete(watches).where(own(actor.userId, params.id));
    });
  }
}

const isActiveWatcher = and(eq(users.id, watches.userId), eq(users.accountStatus, 'active'));
const isOpenToWatcher = and(eq(documents.id, watches.subjectId), mayRead(eachPerson, documents.readers));

/** Notifies the other watchers once until they have read it. Runs in the transaction of the change. */
export async function notifyOfChange(tx: Db, actor: Actor, { id, title }: Watched): Promise<void> {
  const rows = await listUnawareWatchers(tx).execute({
    id,
    link: documentPage(id),
    actorId: actor.userId,
  });
  for (const { userId } of rows) await tell(tx, userId, id, `${actor.name} changed "${title}"`);
}

/** Notifies the other watchers in any case. Runs in the transaction of the removal. */
export async function notifyOfRemoval(tx: Db, actor: Actor, removed: Watched[]): Promise<void> {
  const titles = new Map(removed.map(({ id, title }) => [id, title]));
  const rows = await tx
    .select({ userId: watches.userId, id: watches.subjectId })
    .from(watches)
    .innerJoin(users, isActiveWatcher)
    .innerJoin(documents, isOpenToWatcher)
    .where(
      and(
        eq(watches.kind, KIND),
        sql`${watches.subjectId} = any(${sql.param([...titles.keys()])}::uuid[])`,
        ne(users.id, actor.userId),
      ),
    );
  for (const { userId, id } of rows)
    await tell(tx, userId, id, `${actor.name} moved "${titles.get(id) ?? ''}" to the bin`);
}

type Watched = { id: string; title: string };

const tell = (tx: Db, userId: string, id: string, title: string) =>
  notify(tx, userId, { kind: 'document.changed', title, link: documentPage(id) });

/** The other watchers without an unread notification of this kind. */
const listUnawareWatchers = prepared((db) => {
  const unread = sql`exists (select from ${notifications} where ${notifications.userId} = ${users.id}
    and ${notifications.kind} = 'document.changed' and ${notifications.link} = ${sql.placeholder('link')}
    and ${notifications.readAt} is null)`;
  return db
    .select({ userId: users.id })
    .from(watches)
    .innerJoin(users, isActiveWatcher)
    .innerJoin(documents, isOpenToWatcher)
    .where(
      and(
        eq(watches.kind, KIND),
        eq(watches.subjectId, sql.placeholder('id')),
        ne(users.id, sql.placeholder('actorId')),
        sql`not ${unread}`,
      ),
    );
});
