import { and, eq, lte, sql } from 'drizzle-orm';
import type { ForwardingStatus } from '../../../contract/calls/system.ts';
import type { Db } from '../../db/open.ts';
import { auditEntries, auditForwards as forwards, auditSeals, auditUnsealed } from '../../db/schema.ts';
import type { ReceiverName } from './receiver.ts';

/** A node that stops keeps others from the receiver for at most this long. No `send` takes longer. */
const LEASE = sql`interval '5 minutes'`;

export const registerReceiver = (db: Db, receiver: ReceiverName) =>
  db.insert(forwards).values({ receiver }).onConflictDoNothing();

/** Leases the receiver to this node. Returns the position of the last entry that arrived; undefined if it is not due. */
export async function leaseReceiver(
  db: Db,
  receiver: ReceiverName,
): Promise<{ position: number; attempts: number } | undefined> {
  const [row] = await db
    .update(forwards)
    .set({ nextAttemptAt: sql`now() + ${LEASE}` })
    .where(and(eq(forwards.receiver, receiver), lte(forwards.nextAttemptAt, sql`now()`)))
    .returning({ position: forwards.position, attempts: forwards.attempts });
  return row;
}

/** Ends the lease. `position`: of the last entry that arrived. */
export const noteArrival = (db: Db, receiver: ReceiverName, position: number) =>
  db
    .update(forwards)
    .set({ position, attempts: 0, problem: null, sentAt: sql`now()`, nextAttemptAt: sql`now()` })
    .where(eq(forwards.receiver, receiver));

export const endLease = (db: Db, receiver: ReceiverName) =>
  db
    .update(forwards)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(forwards.receiver, receiver));

/** Ends the lease after a failure: the next attempt follows after 5 seconds, then twice as late each time, up to 10 minutes. */
export const postpone = (db: Db, receiver: ReceiverName, attempts: number, problem: string) =>
  db
    .update(forwards)
    .set({
      attempts: attempts + 1,
      problem,
      nextAttemptAt: sql`now() + ${Math.min(600, 5 * 2 ** Math.min(attempts, 10))} * interval '1 second'`,
    })
    .where(eq(forwards.receiver, receiver));

export type Lag = ForwardingStatus & { lagSeconds: number };

/** What each receiver has not got yet. */
export async function listForwarding(db: Db, receivers: ReceiverName[]): Promise<Lag[]> {
  const { rows } = await db.execute<Lag>(sql`
    select state.*, extract(epoch from coalesce(now() - "waitingSince", '0'))::float8 as "lagSeconds" from (
      select f.receiver, f.problem, f.sent_at as "sentAt",
        (coalesce((select max(position) from ${auditSeals}), 0) - f.position + (select count(*) from ${auditUnsealed}))::int as waiting,
        coalesce(
          (select e.at from ${auditSeals} s join ${auditEntries} e on e.id = s.entry_id
            where s.position > f.position order by s.position limit 1),
          (select min(e.at) from ${auditUnsealed} u join ${auditEntries} e on e.id = u.entry_id)) as "waitingSince"
      from ${forwards} f where f.receiver = any(${sql.param(receivers)}::text[])) as state order by receiver`);
  const textOf = (time: string | null) => time && new Date(time).toISOString();
  return rows.map((row) => ({
    ...row,
    sentAt: textOf(row.sentAt),
    waitingSince: textOf(row.waitingSince),
  }));
}
