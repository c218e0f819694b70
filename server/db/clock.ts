import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';

/** The current time. Code with time-dependent results takes a clock, so that a test can choose the time. */
export type Clock = () => Date;

/** Stored and expiry times use the `now()` of SQL instead, which all nodes share. */
export const systemClock: Clock = () => new Date();

/** The database's time. A node's own clock may be wrong. */
export async function readTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from now()) * 1000)::float8 as ms`,
  );
  return new Date(rows[0]?.ms ?? NaN);
}

/** Whether the time has passed. Only the database's clock decides, so that all nodes agree. */
export async function isOver(db: Db, time: string): Promise<boolean> {
  const { rows } = await db.execute<{ over: boolean }>(sql`select ${time}::timestamptz <= now() as over`);
  return rows[0]?.over ?? true;
}

/** The latest time that a row of this moment can contain: stored times are rounded to milliseconds and may exceed now(). */
export const thisMoment = sql`now() + interval '1 millisecond'`;
