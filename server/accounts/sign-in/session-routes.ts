import { sessions } from '../../../contract/sessions.ts';
import type { Session } from '../../../contract/sessions.ts';
import type { Actor } from '../../actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/open.ts';
import type { Mount } from '../../http/endpoint.ts';
import { found } from '../../http/errors.ts';
import { endSession, endSessionsOf, findOwnSession, listSessions } from '../../http/session.ts';

export function sessionRoutes(mount: Mount) {
  mount(sessions.list, ({ db, actor }) => sessionsOf(db, actor));

  mount(sessions.end, async ({ db, actor, params }) => {
    const session = found(await findOwnSession(db, actor.userId, params.id), 'Session');
    await endSession(db, session.sid);
    const before = { device: session.sess.device };
    await record(db, actor, { action: 'session.end', kind: 'account', subjectId: actor.userId, before });
  });

  mount(sessions.endOthers, async ({ db, actor }) => {
    await endSessionsOf(db, actor.userId, actor.sid);
    await record(db, actor, { action: 'session.end-others', kind: 'account', subjectId: actor.userId });
  });
}

/** Where the account is signed in, last used first. */
export async function sessionsOf(db: Db, actor: Actor): Promise<Session[]> {
  const rows = await listSessions(db, actor.userId);
  return rows.map((row) => ({
    id: row.id,
    device: row.sess.device,
    address: row.sess.address,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expire.toISOString(),
    isCurrent: row.sid === actor.sid,
  }));
}
