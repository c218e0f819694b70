import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { ServerInput } from '../../contract/shared/server-fields.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { notInBin } from '../db/bin.ts';
import { removeImported, type ImportedRow } from '../db/imported-rows.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { publish } from '../live/publish.ts';
import { indexEntries } from '../search/entries.ts';
import { contentsOf } from './batches.ts';
import { changed, fieldsOfServer, foldedOf, searchEntryOf } from './fields.ts';
import { lockServer } from './queries.ts';
import { creationOf, removeServer } from './save.ts';
import { firstCheck, type Schedule } from './schedule.ts';

/** Imports servers of another Ops Hub with their ids and times, and undoes that. */

export type ImportedServer = {
  id: string;
  input: z.output<typeof ServerInput>;
  managedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  /** Null in exports of earlier releases: the status then counts from the import on. */
  statusSince: Date | null;
};

export async function insertServers(
  tx: Db,
  actor: Actor,
  imported: ImportedServer[],
  schedule: Schedule,
): Promise<ImportedRow[]> {
  if (imported.length === 0) return [];
  const values = imported.map(({ input, managedBy, ...server }) => {
    const fields = changed(undefined, { ...input, managedBy });
    return { ...server, ...fields, folded: foldedOf(fields), nextCheckAt: firstCheck(fields, schedule) };
  });
  const made = await tx.insert(servers).values(values).returning();
  const live = made.filter(({ deletedAt }) => deletedAt === null);
  await indexEntries(tx, live.map(searchEntryOf));
  await record(tx, actor, ...made.map(creationOf));
  await publish(tx, { type: 'changed', topic: 'servers' });
  return made.map((row) => ({ id: row.id, digest: contentsOf(row) }));
}

/** Fields that differ from the imported server; an undefined `managedBy` is not compared. */
export async function differencesOfServer(
  db: Db,
  id: string,
  input: ImportedServer['input'],
  managedBy: string | null | undefined,
): Promise<string[]> {
  const [row] = await db.select().from(servers).where(eq(servers.id, id));
  if (!row) return [];
  const before = fieldsOfServer(row);
  const nothing = Object.fromEntries(Object.keys(before).map((field) => [field, null]));
  const after = changed(before, { ...nothing, ...input, managedBy });
  return (Object.keys(before) as (keyof typeof before)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

/** Ids of servers outside the bin, by lower-case name. */
export async function serverIdsByName(db: Db, names: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: servers.id, name: servers.name })
    .from(servers)
    .where(and(notInBin(servers), sql`lower(${servers.name}) = any(${sql.param(names)}::text[])`));
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
}

/** Moves servers to the bin, following the rules of `removeImported`. */
export const removeImportedServers = (
  tx: Db,
  actor: Actor,
  rows: ImportedRow[],
  options: { includeChanged: boolean },
) =>
  removeImported(rows, options, {
    lock: (id) => lockServer(tx, id),
    digestOf: contentsOf,
    remove: (id) => removeServer(tx, actor, id),
  });
