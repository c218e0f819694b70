import { asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { auditEntries as entries, auditSeals as seals } from '../db/schema.ts';
import { record } from './record.ts';
import { RETENTION_ACTION } from './seals.ts';

const PORTION = 1_000;
/** Portions of one sweep, so that it does not occupy the database for long. */
const MOST_PORTIONS = 50;

/** By whole days, so that the log does not get an entry each minute about the entries that have just become too old. */
const isOld = (days: number) =>
  sql<boolean>`${entries.at} < date_trunc('day', now()) - ${days} * interval '1 day'`;

export const countOldEntries = (db: Db, days: number): Promise<number> => db.$count(entries, isOld(days));

/** Removes the beginning of the log, as far as all its entries are too old. The chain starts at its last seal from then on. */
export async function removeOldEntries(db: Db, days: number): Promise<void> {
  let removed = PORTION;
  for (let n = 0; n < MOST_PORTIONS && removed === PORTION; n += 1)
    // oxlint-disable-next-line no-await-in-loop -- Each portion begins where the last one ended.
    removed = await db.transaction((tx) => removePortion(tx, days));
}

async function removePortion(tx: Db, days: number): Promise<number> {
  await holdTurn(tx, 'audit seals', '');
  const first = await tx
    .select({ position: seals.position, entryId: seals.entryId, isOld: isOld(days) })
    .from(seals)
    .innerJoin(entries, eq(entries.id, seals.entryId))
    .orderBy(asc(seals.position))
    .limit(PORTION);
  const end = first.findIndex((row) => !row.isOld);
  const old = end === -1 ? first : first.slice(0, end);
  const last = old.at(-1);
  // The first position has no seal before it.
  if (!last || last.position < 2) return 0;
  await tx.execute(sql`select set_config('ops_hub.audit_retention', 'on', true)`);
  const ids = old.map(({ entryId }) => entryId);
  await tx.delete(entries).where(inArray(entries.id, ids));
  await tx.execute(sql`select set_config('ops_hub.audit_retention', '', true)`);
  await tx.delete(seals).where(lt(seals.position, last.position));
  const after = { removed: old.length, position: last.position };
  await record(tx, { userId: null, name: 'Ops Hub' }, { action: RETENTION_ACTION, kind: 'system', after });
  return old.length;
}
