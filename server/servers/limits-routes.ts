import { eq, sql } from 'drizzle-orm';
import { serverLimits } from '../../contract/calls/server-limits.ts';
import { NO_LIMITS } from '../../contract/shared/server-limits.ts';
import { record } from '../audit/record.ts';
import { servers } from '../db/schema.ts';
import type { Mount } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { findServerRow, lockServer } from './queries.ts';

export function limitsRoutes(mount: Mount) {
  mount(
    serverLimits.find,
    async ({ db, params: { id } }) => found(await findServerRow(db, id), 'Server').limits ?? NO_LIMITS,
  );
  mount(serverLimits.change, async ({ db, actor, params: { id }, body: limits }) => {
    const { limits: before } = found(await lockServer(db, id), 'Server');
    await db
      .update(servers)
      .set({ limits, updatedAt: sql`now()` })
      .where(eq(servers.id, id));
    await record(db, actor, {
      action: 'server.limits',
      kind: 'server',
      subjectId: id,
      before: { limits: before ?? NO_LIMITS },
      after: { limits },
    });
    await publish(db, { type: 'changed', topic: 'servers', id });
    return limits;
  });
}
