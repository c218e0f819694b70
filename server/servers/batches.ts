import { createHash, randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { SERVER_LIMITS } from '../../contract/shared/server-words.ts';
import type { BatchResult, BulkInput } from '../../contract/calls/servers.ts';
import type { Actor } from '../actor.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { serverBatches, servers, type BatchBefore } from '../db/schema.ts';
import { found, refuse, RefusalError, type Refusal, refuseField } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { changed, fieldsOfServer, type ServerFields, type ServerRow } from './fields.ts';
import { readerAt } from './matching.ts';
import { changeNeeds, loadNeeds, sortedNeeds } from './needs.ts';
import { listMatchingIds, listManualStatuses, lockServer } from './queries.ts';
import { storeServer, wrongManager, removeServer, undeleteServer } from './save.ts';
import type { Schedule } from './schedule.ts';

/** Changes or deletes many servers. Ids that no longer exist are reported and do not stop the rest. */
export async function changeMany(
  tx: Db,
  actor: Actor,
  { ids: named, filter, total, action, fields }: z.output<typeof BulkInput>,
  schedule: Schedule,
): Promise<BatchResult | Refusal> {
  const wrong = await wrongManager(tx, fields?.managedBy);
  if (wrong) return wrong;
  if ((named === undefined) !== (filter !== undefined && total !== undefined)) {
    return refuseField('ids', 'Name servers by ids, or by a filter with their total');
  }
  const at = await readerAt(tx, actor, { filter });
  const ids = named ?? (await listMatchingIds(tx, filter ?? '', at));
  if (!named && ids.length !== total)
    return refuse(
      409,
      'version_conflict',
      `The filter finds ${ids.length} servers now, not ${total}. Look at them again.`,
    );
  if (ids.length > SERVER_LIMITS.batch)
    return refuse(400, 'validation_failed', `filter: Change at most ${SERVER_LIMITS.batch} servers at once`);
  const requested = new Set(ids.map((id) => id.toLowerCase()));
  const rows = await lockServers(tx, [...requested]);
  const before: BatchBefore[] = [];
  for (const row of rows) {
    if (action === 'delete') {
      await removeServer(tx, actor, row.id);
      before.push({ id: row.id, did: 'delete', after: contentsOf(row) });
    } else {
      const after = await storeServer(
        tx,
        { actor, schedule },
        row,
        changed(fieldsOfServer(row), fields ?? {}),
      );
      before.push(changeOf(row, after));
    }
  }
  const there = new Set(rows.map(({ id }) => id));
  return {
    changed: rows.length,
    problems: [...requested.difference(there)].map((id) => ({ id, reason: 'There is no such server' })),
    batchId: await keepBatch(tx, actor, before),
  };
}

const lockServers = (tx: Db, ids: string[]): Promise<ServerRow[]> =>
  tx
    .select()
    .from(servers)
    .where(and(inArray(servers.id, ids), notInBin(servers)))
    .orderBy(servers.id)
    .for('update');

export const changeOf = (before: ServerRow, after: ServerRow): BatchBefore => ({
  id: before.id,
  did: 'change',
  fields: fieldsOfServer(before),
  status: after.status,
  after: contentsOf(after),
});

/** The fields set by people, as text for comparison. On a server with a check, a status counts only when it is maintenance. */
export function contentsOf(row: ServerRow): string {
  const { status, ...fields } = fieldsOfServer(row);
  const word = fields.check && status !== 'maintenance' ? null : status;
  return createHash('sha256')
    .update(JSON.stringify([fields, word]))
    .digest('base64url');
}

/** Stores a batch for its undo; returns null when it changed nothing. Sends one event for all. */
export async function keepBatch(tx: Db, actor: Actor, before: BatchBefore[]): Promise<string | null> {
  if (before.length === 0) return null;
  const id = randomUUID();
  await tx.insert(serverBatches).values({ id, userId: actor.userId, before });
  await publish(tx, { type: 'changed', topic: 'servers' });
  return id;
}

/** Undoes a batch of this account, once. Servers that changed since are kept and counted. */
export async function undoBatch(tx: Db, actor: Actor, id: string, schedule: Schedule) {
  const [batch] = await tx
    .update(serverBatches)
    .set({ undoneAt: sql`now()` })
    .where(
      and(
        eq(serverBatches.id, id),
        eq(serverBatches.userId, actor.userId),
        isNull(serverBatches.undoneAt),
        sql`${serverBatches.createdAt} > now() - interval '1 day'`,
      ),
    )
    .returning();
  const { before, createdAt } = found(batch, 'Change');
  let undone = 0;
  for (const entry of before) {
    const isUndone =
      entry.did === 'delete'
        ? await undoDeletion(tx, actor, entry, createdAt)
        : await undoOne(tx, actor, entry, { schedule, at: createdAt });
    if (isUndone) undone += 1;
  }
  await publish(tx, { type: 'changed', topic: 'servers' });
  return { changed: undone, kept: before.length - undone };
}

/** Restores servers that the batch deleted, which have its time. A later deletion was separate. */
async function undoDeletion(tx: Db, actor: Actor, { id, after }: BatchBefore, at: Date): Promise<boolean> {
  const [row] = await tx.select().from(servers).where(eq(servers.id, id)).for('update');
  if (row?.deletedAt?.getTime() !== at.getTime() || contentsOf(row) !== after) return false;
  await undeleteServer(tx, actor, id);
  return true;
}

/** Whether only checks changed it since. A simulated check may have changed the status without any person. */
async function isAsLeft(tx: Db, row: ServerRow, { after, status }: BatchBefore, at: Date): Promise<boolean> {
  if (contentsOf(row) === after) return true;
  if (!status || !row.simulated || contentsOf({ ...row, status }) !== after) return false;
  return (await listManualStatuses(tx, row.id, at)).at(-1)?.status !== row.status;
}

async function undoOne(
  tx: Db,
  actor: Actor,
  entry: BatchBefore,
  { schedule, at }: { schedule: Schedule; at: Date },
): Promise<boolean> {
  const row = await lockServer(tx, entry.id);
  if (!row || !(await isAsLeft(tx, row, entry, at))) return false;
  if (entry.did === 'create') await removeServer(tx, actor, entry.id);
  else {
    const before = entry.fields as ServerFields;
    // A status that a check found since then stays, but maintenance is only set by people.
    const isFound = row.check !== null && row.lastHealthCheck !== null && row.lastHealthCheck > at;
    const isLeft = row.status === entry.status && (!isFound || entry.status === 'maintenance');
    const isOurs = isLeft || before.status === 'maintenance';
    const status = isOurs ? before.status : row.status;
    await storeServer(tx, { actor, schedule }, row, { ...before, status });
    if (entry.needs) await undoNeeds(tx, actor, entry.id, entry.needs);
  }
  return true;
}

/** What somebody changed since stays, also if the needs before would close a cycle now. */
async function undoNeeds(tx: Db, actor: Actor, id: string, needs: NonNullable<BatchBefore['needs']>) {
  const now = (await loadNeeds(tx, [id])).get(id) ?? [];
  if (sortedNeeds(now) !== sortedNeeds(needs.after)) return;
  await tx
    .transaction(async (inner) => {
      const refusal = await changeNeeds(inner, actor, id, needs.before);
      if (refusal) throw new RefusalError(refusal);
    })
    .catch((error: unknown) => {
      if (!(error instanceof RefusalError)) throw error;
    });
}
