import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';

/**
 * Lets transactions that count the same things of the same owner run one after the other. Call it before counting, or
 * parallel calls exceed the limit together.
 */
export const holdTurn = (tx: Db, things: string, owner: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${things} ${owner}`}, 0))`);

/** Takes the turn if it is free; false otherwise. */
export async function tryTurn(tx: Db, things: string, owner: string): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${things} ${owner}`}, 0)) as taken`,
  );
  return rows[0]?.taken === true;
}
