import { sql } from 'drizzle-orm';

/**
 * A limit written into the query. Behind a value that it does not know yet PostgreSQL expects a tenth of the table, finds a plan for
 * the value cheaper each time, and plans each time anew.
 */
export const atMost = (rows: number): number => sql.raw(String(Math.trunc(rows))) as unknown as number;
