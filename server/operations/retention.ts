import { eq, sql, type AnyColumn } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Retention, RETENTION, type RetentionKind } from '../../contract/calls/retention.ts';
import { countOldEntries, removeOldEntries } from '../audit/retention.ts';
import type { Db } from '../db/open.ts';
import { aiInteractions, checkHours, installationSettings, notifications, shareViews } from '../db/schema.ts';

/** The rows of a kind, and the column that says how old they are. The audit log has rules of its own. */
const TABLES: Record<Exclude<RetentionKind, 'audit'>, { table: PgTable; at: AnyColumn }> = {
  checks: { table: checkHours, at: checkHours.hour },
  notifications: { table: notifications, at: notifications.createdAt },
  shareViews: { table: shareViews, at: shareViews.openedAt },
  answers: { table: aiInteractions, at: aiInteractions.createdAt },
};
const KINDS = Object.keys(TABLES) as (keyof typeof TABLES)[];

const isOld = (at: AnyColumn, days: number) => sql`${at} < now() - ${days} * interval '1 day'`;

const NAME = 'retention';

export async function findRetention(db: Db): Promise<Retention> {
  const [row] = await db.select().from(installationSettings).where(eq(installationSettings.name, NAME));
  const defaults = Object.fromEntries(Object.entries(RETENTION).map(([kind, { days }]) => [kind, days]));
  return Retention.parse({ ...defaults, ...row?.value });
}

export async function saveRetention(tx: Db, value: Retention): Promise<void> {
  await tx
    .insert(installationSettings)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: installationSettings.name, set: { value } });
}

/** How many rows the next sweeps would delete. */
export async function countOld(db: Db, retention: Retention): Promise<Record<RetentionKind, number>> {
  const counts = { audit: 0, checks: 0, notifications: 0, shareViews: 0, answers: 0 };
  for (const kind of KINDS) {
    const days = retention[kind];
    const { table, at } = TABLES[kind];
    // oxlint-disable-next-line no-await-in-loop -- One after the other, so that it uses one connection only.
    if (days !== null) counts[kind] = await db.$count(table, isOld(at, days));
  }
  if (retention.audit !== null) counts.audit = await countOldEntries(db, retention.audit);
  return counts;
}

/** Rows of one statement, and statements of one sweep, so that it does not occupy the database for long. */
const PORTION = 10_000;
const MOST_PORTIONS = 20;

/** Deletes rows that are older than the settings. Runs once a minute on one node. */
export async function removeByRetention(db: Db): Promise<void> {
  const retention = await findRetention(db);
  for (const kind of KINDS) {
    const days = retention[kind];
    // oxlint-disable-next-line no-await-in-loop -- One after the other, so that it uses one connection only.
    if (days !== null) await removeOld(db, TABLES[kind], days);
  }
  if (retention.audit !== null) await removeOldEntries(db, retention.audit);
}

async function removeOld(db: Db, { table, at }: { table: PgTable; at: AnyColumn }, days: number) {
  let removed = PORTION;
  for (let n = 0; n < MOST_PORTIONS && removed === PORTION; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- Each portion is a transaction of its own.
    const result = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${isOld(at, days)} limit ${PORTION}))`,
    );
    removed = result.rowCount ?? 0;
  }
}
