import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';

/** Whether that time is over by the clock of the database, which alone decides, so that all nodes agree. */
export async function isOver(db: Db, time: string): Promise<boolean> {
  const { rows } = await db.execute<{ over: boolean }>(sql`select ${time}::timestamptz <= now() as over`);
  return rows[0]?.over ?? true;
}

/** The last time that a row of this moment can hold: times are rounded to milliseconds, which may put them ahead of now(). */
export const thisMoment = sql`now() + interval '1 millisecond'`;
