import { createHash } from 'node:crypto';
import { inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { rateLimits } from '../db/schema.ts';
import { refuse, type Refusal } from './errors.ts';

export type Limit = { name: string; times: number; seconds: number };

/**
 * Counts one try and refuses with 429 when there were too many in the window; `who` is an address, an e-mail or an
 * account and is stored as a hash only. One statement, so nodes and parallel requests cannot overshoot.
 */
export async function hit(db: Db, limit: Limit, who: string, scale: number): Promise<Refusal | undefined> {
  const key = keyOf(limit.name, who);
  const over = sql`${rateLimits.resetsAt} <= now()`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: 1, resetsAt: sql`now() + ${limit.seconds} * interval '1 second'` })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${over} then 1 else ${rateLimits.count} + 1 end`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({
      count: rateLimits.count,
      wait: sql<number>`ceil(extract(epoch from ${rateLimits.resetsAt} - now()))::int`,
    });
  if (!row || row.count <= limit.times * scale) return undefined;
  return refuse(429, 'too_many_requests', `Too many tries. Try again in ${waitText(row.wait)}.`, {
    retryAfterSeconds: row.wait,
  });
}

const waitText = (seconds: number) =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** Takes back one try that was counted, since it was none; what others tried stays counted. */
export async function giveBack(db: Db, limits: Limit[], who: string): Promise<void> {
  const keys = limits.map(({ name }) => keyOf(name, who));
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(0, ${rateLimits.count} - 1)` })
    .where(inArray(rateLimits.key, keys));
}

/** Forgets what was counted. */
export async function forget(db: Db, limits: Limit[], who: string): Promise<void> {
  const keys = limits.map(({ name }) => keyOf(name, who));
  await db.delete(rateLimits).where(inArray(rateLimits.key, keys));
}

/** Windows that are over are taken away. */
export async function removeOldLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.resetsAt, sql`now()`));
}

function keyOf(name: string, who: string): string {
  return createHash('sha256').update(`${name}\n${who}`).digest('hex');
}
