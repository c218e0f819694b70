import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, inArray, lte, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import { listAdministrators } from '../accounts/queries.ts';
import { record } from '../audit/record.ts';
import { thisMoment } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { auditEntries, installationParts, jobs, objects, users } from '../db/schema.ts';
import { closeNotifications, notify } from '../notifications/queries.ts';
import type { JobRow } from '../jobs/queries.ts';
import type { Backup } from './make.ts';
import type { History } from './schedule.ts';

/** Kind of the job that makes and keeps a backup. */
export const BACKUP = 'backup';

/** Audit actions are the history of backups: they outlast jobs, and people see them. */
const [MADE, FAILED, OVERDUE] = ['system.backup', 'system.backup-failed', 'system.backup-overdue'] as const;
const BY = { userId: null, name: 'Backup' };

/** Details of a kept backup. */
const KeptNote = z.object({
  name: z.string(),
  where: z.string(),
  madeAt: z.string(),
  bytes: z.number(),
  seconds: z.number(),
  /** Why there was no trial restore; null when there was one. */
  unverified: z.string().nullable(),
  missingImages: z.number(),
});
export type KeptNote = z.infer<typeof KeptNote>;
const FailureNote = z.object({ reason: z.string() });

/** Records that `npm run backup` wrote a file. Its later location is unknown. */
export async function noteBackup(db: Db, { manifest, bytes }: Backup): Promise<void> {
  await record(db, BY, { action: MADE, kind: 'system', after: { madeAt: manifest.madeAt, bytes } });
}

export async function noteKept(db: Db, note: KeptNote): Promise<void> {
  await record(db, BY, { action: MADE, kind: 'system', after: note });
  await closeNotifications(db, 'backup', 'backup');
}

/** Records a failure and notifies administrators of the first one after a success. */
export async function noteFailure(tx: Db, reason: string): Promise<void> {
  const [last] = await lastEvents(tx, sql`true`);
  await record(tx, BY, { action: FAILED, kind: 'system', after: { reason } });
  if (last?.action !== FAILED) await notifyAdministrators(tx, 'backup', `The backup failed: ${reason}`);
}

/** Notifies administrators that the last backup is too old; repeats every two days. */
export async function warnOfOverdueBackup(tx: Db, lastSuccess: Date | undefined): Promise<void> {
  const wasNotified = and(
    eq(auditEntries.kind, 'system'),
    eq(auditEntries.action, OVERDUE),
    sql`${auditEntries.at} > now() - interval '2 days'`,
  );
  if ((await tx.$count(auditEntries, wasNotified)) > 0) return;
  await record(tx, BY, { action: OVERDUE, kind: 'system', after: { lastSuccess: lastSuccess ?? null } });
  const since = lastSuccess ? `since ${lastSuccess.toISOString().slice(0, 10)}` : 'yet';
  await notifyAdministrators(tx, 'backup', `No backup of Ops Hub succeeded ${since}`);
}

const [ARCHIVE_FAILS, ARCHIVE_WORKS] = ['system.archive-fails', 'system.archive-works'] as const;

/** Records that the archive began to fail, with the problem, or works again (null). Notifies administrators of a failure. */
export async function noteArchive(tx: Db, problem: string | null): Promise<void> {
  const [last] = await tx
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(and(eq(auditEntries.kind, 'system'), inArray(auditEntries.action, [ARCHIVE_FAILS, ARCHIVE_WORKS])))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  if ((last?.action === ARCHIVE_FAILS) === (problem !== null)) return;
  const action = problem === null ? ARCHIVE_WORKS : ARCHIVE_FAILS;
  await record(tx, BY, { action, kind: 'system', after: { problem } });
  if (problem === null) await closeNotifications(tx, 'backup', 'archive');
  else await notifyAdministrators(tx, 'archive', `The archive for point-in-time recovery fails: ${problem}`);
}

async function notifyAdministrators(tx: Db, subject: 'backup' | 'archive', text: string) {
  const title = text.length > 255 ? `${text.slice(0, 254)}…` : text;
  for (const { id } of await listAdministrators(tx))
    await notify(tx, id, { kind: 'backup', title, link: '/admin/system', subject });
}

/** The matching entries, newest first. Ignores entries from the future, which a wrong clock wrote. */
const lastEvents = (db: Db, condition: SQL) =>
  db
    .select({ at: auditEntries.at, action: auditEntries.action, after: auditEntries.after })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.kind, 'system'),
        inArray(auditEntries.action, [MADE, FAILED]),
        // A backup by command has no name in its entry.
        sql`(${auditEntries.action} = ${FAILED} or ${auditEntries.after} ? 'name')`,
        lte(auditEntries.at, thisMoment),
        condition,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1);

/**
 * The last kept backup and the last failure, each undefined when there is none. `now` is the database time, which all
 * nodes share.
 */
export async function findLast(db: Db) {
  const { rows } = await db.execute<{ now: Date }>(sql`select now() as now`);
  const [made] = await lastEvents(db, eq(auditEntries.action, MADE));
  const [failed] = await lastEvents(db, eq(auditEntries.action, FAILED));
  const note = KeptNote.safeParse(made?.after).data;
  const reason = FailureNote.safeParse(failed?.after).data?.reason;
  return {
    now: new Date(rows[0]?.now ?? 0),
    success: made && note && { at: made.at, ...note },
    failure: failed && { at: failed.at, reason: reason ?? '' },
  };
}

export async function findHistory(db: Db): Promise<History> {
  const { now, success, failure } = await findLast(db);
  const [first] = await db.select({ at: users.createdAt }).from(users).orderBy(users.createdAt).limit(1);
  return { now, since: first?.at, lastSuccess: success?.at, lastFailure: failure?.at };
}

export async function countFailures(db: Db): Promise<number> {
  const failures = and(eq(auditEntries.kind, 'system'), eq(auditEntries.action, FAILED));
  return (await db.select({ failures: count() }).from(auditEntries).where(failures))[0]?.failures ?? 0;
}

/** The running or waiting backup job. */
export async function findRunning(db: Db): Promise<JobRow | undefined> {
  const isRunning = and(eq(jobs.kind, BACKUP), inArray(jobs.state, ['waiting', 'running']));
  return (await db.select().from(jobs).where(isRunning).orderBy(jobs.createdAt).limit(1))[0];
}

/** Prevents another backup from starting until the transaction ends. */
export const holdBackups = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${BACKUP_LOCK})`);
/** An arbitrary number that must be the same on every node. */
const BACKUP_LOCK = 72_603;

/** Distinguishes the backups of this installation from others in the same place. A restored installation keeps its id. */
export async function installationId(db: Db): Promise<string> {
  const isId = eq(installationParts.part, 'id');
  await db.insert(installationParts).values({ part: 'id', mark: randomUUID() }).onConflictDoNothing();
  const [row] = await db.select({ mark: installationParts.mark }).from(installationParts).where(isId);
  if (!row) throw new Error('the installation has no id');
  return row.mark;
}

/** Bytes of the stored images, and of the database with its indexes. */
export async function findSizes(db: Db): Promise<{ images: number; database: number }> {
  const { rows } = await db.execute<{ images: string; database: string }>(
    sql`select coalesce(sum(${objects.bytes}), 0) as images, pg_database_size(current_database()) as database
      from ${objects}`,
  );
  return { images: Number(rows[0]?.images ?? 0), database: Number(rows[0]?.database ?? 0) };
}
