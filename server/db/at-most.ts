import { sql } from 'drizzle-orm';

/**
 * A limit as part of the query text. With a limit as a parameter PostgreSQL estimates a tenth of the table, so it never reuses the
 * plan of a prepared statement and plans each time.
 */
export const atMost = (rows: number): number => sql.raw(String(Math.trunc(rows))) as unknown as number;
