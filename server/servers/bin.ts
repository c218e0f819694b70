import { eq } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { moveToBin, purgeFromBin, takeOutOfBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { indexEntries, removeEntries } from '../search/entries.ts';
import { searchEntryOf } from './fields.ts';

/** 404 when there is no such server outside the bin. */
export async function removeServer(tx: Db, actor: Actor, id: string): Promise<void> {
  found((await moveToBin(tx, servers, id, actor)) || undefined, 'Server');
  await removeEntries(tx, 'server', [id]);
  await wrote(tx, actor, 'server.delete', id);
}

/** 404 when there is no such server in the bin. */
export async function undeleteServer(tx: Db, actor: Actor, id: string): Promise<void> {
  found((await takeOutOfBin(tx, servers, id)) || undefined, 'Server');
  const [row] = await tx.select().from(servers).where(eq(servers.id, id));
  await indexEntries(tx, [searchEntryOf(found(row, 'Server'))]);
  await wrote(tx, actor, 'server.undelete', id);
}

/** 404 when there is no such server in the bin. */
export async function purgeServer(tx: Db, actor: Actor, id: string): Promise<void> {
  await wrote(tx, actor, 'server.purge', id);
  found((await purgeFromBin(tx, servers, id)) || undefined, 'Server');
}

async function wrote(tx: Db, actor: Actor, action: string, id: string) {
  const [row] = await tx.select({ name: servers.name }).from(servers).where(eq(servers.id, id));
  await record(tx, actor, { action, kind: 'server', subjectId: id, after: row });
  await publish(tx, { type: 'changed', topic: 'servers', id });
}
