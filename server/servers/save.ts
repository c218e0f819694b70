import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { ServerChange, ServerInput } from '../../contract/shared/server-fields.ts';
import type { Actor } from '../actor.ts';
import { observeEnd } from '../observations/observe.ts';
import { changedFields, record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { found, type Refusal, refuseField } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { closeNotifications } from '../notifications/queries.ts';
import { indexEntries, removeEntries } from '../search/entries.ts';
import {
  changed,
  fieldsOfServer,
  foldedOf,
  searchEntryOf,
  type ServerFields,
  type ServerRow,
} from './fields.ts';
import { endIncident } from './incidents.ts';
import { findWrongManagers, lockServer } from './queries.ts';
import { firstCheck, type Schedule } from './schedule.ts';
import { moveToBin, purgeFromBin, takeOutOfBin } from '../db/bin.ts';

/** The acting account, and when a changed check starts. */
export type Writer = { actor: Actor; schedule: Schedule };

/** Servers per insert statement; PostgreSQL accepts at most 65,535 values. */
const PORTION = 500;

/**
 * Creates servers and returns the rows in order. The creator becomes the default manager. With `isRecorded` false, the
 * caller records one audit entry for all.
 */
export async function createServers(
  tx: Db,
  actor: Actor,
  inputs: z.output<typeof ServerInput>[],
  { isRecorded = true, ...schedule }: Schedule & { isRecorded?: boolean },
): Promise<ServerRow[]> {
  const rows: ServerRow[] = [];
  for (let start = 0; start < inputs.length; start += PORTION) {
    const values = inputs.slice(start, start + PORTION).map((input) => {
      const fields = changed(undefined, { ...input, managedBy: input.managedBy ?? actor.userId });
      return {
        id: randomUUID(),
        ...fields,
        folded: foldedOf(fields),
        nextCheckAt: firstCheck(fields, schedule),
      };
    });
    const made = await tx.insert(servers).values(values).returning();
    await indexEntries(tx, made.map(searchEntryOf));
    if (isRecorded) await record(tx, actor, ...made.map(creationOf));
    rows.push(...made);
  }
  await publish(tx, { type: 'changed', topic: 'servers' });
  return rows;
}

export const creationOf = (row: ServerRow) => ({
  action: 'server.create' as const,
  kind: 'server',
  subjectId: row.id,
  after: Object.fromEntries(Object.entries(fieldsOfServer(row)).filter(([, value]) => value !== null)),
});

/** Refuses with 404 when the server does not exist, and with 400 when the manager is not an active account. */
export async function saveServer(
  tx: Db,
  writer: Writer,
  id: string,
  change: z.output<typeof ServerChange>,
): Promise<Refusal | undefined> {
  const wrong = await wrongManager(tx, change.managedBy);
  if (wrong) return wrong;
  const before = found(await lockServer(tx, id), 'Server');
  await storeServer(tx, writer, before, changed(fieldsOfServer(before), change));
  await publish(tx, { type: 'changed', topic: 'servers', id });
  return undefined;
}

/** The caller must have locked `before`, and publishes the live event, since many changes share one. */
export async function storeServer(
  tx: Db,
  { actor, schedule }: Writer,
  before: ServerRow,
  fields: ServerFields,
): Promise<ServerRow> {
  const checkChanged = JSON.stringify(before.check) !== JSON.stringify(fields.check);
  const [row] = await tx
    .update(servers)
    .set({
      ...fields,
      folded: foldedOf(fields),
      ...(checkChanged ? { ...FORGOTTEN, nextCheckAt: firstCheck(fields, schedule) } : {}),
      ...(fields.status === before.status ? {} : { worseInRow: 0, badInRow: 0 }),
      updatedAt: sql`greatest(now(), ${servers.updatedAt} + interval '1 millisecond')`,
    })
    .where(eq(servers.id, before.id))
    .returning();
  const after = found(row, 'Server');
  // The server is no longer checked or was set to another status, so the next outage is a new incident.
  if (before.status === 'offline' && (fields.status !== 'offline' || !fields.check))
    await endIncident(tx, before.id, sql`now()`);
  if (fields.status !== before.status) await closeNotifications(tx, 'server.status', before.id);
  await observeEnd(tx, before, { kinds: endedBy(before, fields) });
  await indexEntries(tx, [searchEntryOf(after)]);
  const differences = changedFields<Record<string, unknown>>(fieldsOfServer(before), fieldsOfServer(after));
  if (Object.keys(differences.after).length > 0)
    await record(tx, actor, { action: 'server.update', kind: 'server', subjectId: after.id, ...differences });
  return after;
}

/** Alerts that a person ends with another status, or by removing the check. During maintenance they go on, unheard. */
function endedBy(before: ServerRow, { status, check }: ServerFields): ('down' | 'warning')[] {
  if (before.check && !check) return ['down', 'warning'];
  if (status === before.status || status === 'maintenance' || status === 'offline') return [];
  return status === 'warning' ? ['down'] : ['down', 'warning'];
}

/** State of the old check, which says nothing about the new one. */
const FORGOTTEN = {
  worseInRow: 0,
  badInRow: 0,
  scrape: null,
  certificateExpiresAt: null,
  lastMessage: null,
};

export async function wrongManager(
  db: Db,
  managedBy: string | null | undefined,
): Promise<Refusal | undefined> {
  if (!managedBy || (await findWrongManagers(db, [managedBy])).size === 0) return undefined;
  return refuseField('managedBy', 'Choose an active account');
}

/** Refuses with 404 when the server does not exist outside the bin. */
export async function removeServer(tx: Db, actor: Actor, id: string): Promise<void> {
  const before = found(await lockServer(tx, id), 'Server');
  await moveToBin(tx, servers, id, actor);
  await observeEnd(tx, before, { kinds: ['down', 'warning'] });
  await removeEntries(tx, 'server', [id]);
  await closeNotifications(tx, 'server.status', id);
  await wrote(tx, actor, 'server.delete', id);
}

/** Refuses with 404 when the server is not in the bin. */
export async function undeleteServer(tx: Db, actor: Actor, id: string): Promise<void> {
  found((await takeOutOfBin(tx, servers, id)) || undefined, 'Server');
  const [row] = await tx.select().from(servers).where(eq(servers.id, id));
  await indexEntries(tx, [searchEntryOf(found(row, 'Server'))]);
  await wrote(tx, actor, 'server.undelete', id);
}

/** Refuses with 404 when the server is not in the bin. */
export async function purgeServer(tx: Db, actor: Actor, id: string): Promise<void> {
  await wrote(tx, actor, 'server.purge', id);
  found((await purgeFromBin(tx, servers, id)) || undefined, 'Server');
}

async function wrote(tx: Db, actor: Actor, action: AuditAction, id: string) {
  const [row] = await tx.select({ name: servers.name }).from(servers).where(eq(servers.id, id));
  await record(tx, actor, { action, kind: 'server', subjectId: id, after: row });
  await publish(tx, { type: 'changed', topic: 'servers', id });
}
