import { createHash } from 'node:crypto';
import { inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { rateLimits } from '../db/schema.ts';
import { refuse, type Refusal } from './errors.ts';
import type { Network } from './source.ts';

export type Limit = { name: string; times: number; seconds: number };

/** How long a refusal is repeated from memory. After a reset on another node the caller waits this long at most. */
const REMEMBERED_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** Refusals of the last second, by key. */
const remembered = new WeakMap<Db, Map<string, { refusal: Refusal; until: number }>>();

/** Returns a recent refusal without a query, so that a flood from one source does not load the database. */
export function refusedRecently(db: Db, limits: Limit[], networks: Network[]): Refusal | undefined {
  const known = remembered.get(db);
  if (!known || known.size === 0) return undefined;
  return networks
    .flatMap((network) => limits.map(({ name }) => known.get(keyOf(name, network.name))))
    .find((one) => one && one.until > performance.now())?.refusal;
}

function remember(db: Db, key: string, refusal: Refusal): Refusal {
  const known = remembered.get(db) ?? new Map();
  if (known.size >= MAX_REMEMBERED) known.clear();
  remembered.set(db, known.set(key, { refusal, until: performance.now() + REMEMBERED_MS }));
  return refusal;
}

/**
 * Counts an attempt and refuses with 429 above the limit of the window. `who` is an address, e-mail or account and is
 * stored only as a hash. A single statement, so that nodes and parallel requests cannot exceed the limit.
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
  const text = `Too many tries. Try again in ${waitText(row.wait)}.`;
  return remember(db, key, refuse(429, 'too_many_requests', text, { retryAfterSeconds: row.wait }));
}

const waitText = (seconds: number) =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** Removes one counted attempt of this caller, for example after a success. Attempts of others stay counted. */
export async function giveBack(db: Db, limits: Limit[], networks: Network[]): Promise<void> {
  const keys = networks.flatMap(({ name }) => keysOf(db, limits, name));
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(0, ${rateLimits.count} - 1)` })
    .where(inArray(rateLimits.key, keys));
}

/** Resets the counts. */
export async function forget(db: Db, limits: Limit[], who: string): Promise<void> {
  const keys = keysOf(db, limits, who);
  await db.delete(rateLimits).where(inArray(rateLimits.key, keys));
}

/** Removes remembered refusals of these counts and returns their keys. */
function keysOf(db: Db, limits: Limit[], who: string): string[] {
  const keys = limits.map(({ name }) => keyOf(name, who));
  for (const key of keys) remembered.get(db)?.delete(key);
  return keys;
}

/** Deletes expired windows. */
export async function removeOldLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.resetsAt, sql`now()`));
}

function keyOf(name: string, who: string): string {
  return createHash('sha256').update(`${name}\n${who}`).digest('hex');
}
