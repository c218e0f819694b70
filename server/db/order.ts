import { sql, type SQLWrapper } from 'drizzle-orm';

/**
 * Order of names as people expect it ('srv2' before 'srv10', 'b' after 'A'), the same on every server whatever the
 * default of its database is. Every order by a text column goes through here.
 */
export const byName = (column: SQLWrapper) => sql`${column} collate ops_natural`;
