import { sql, type SQLWrapper } from 'drizzle-orm';

/**
 * Natural order of names ('srv2' before 'srv10', 'b' after 'A'), independent of the database's default collation. Use
 * it for every ordering by text.
 */
export const byName = (column: SQLWrapper) => sql`${column} collate ops_natural`;
