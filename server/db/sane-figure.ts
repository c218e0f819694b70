import { sql, type SQL } from 'drizzle-orm';
import { FIGURE_LIMITS, type Figure } from '../../contract/server-fields.ts';
import { servers } from './schema.ts';

/**
 * A server figure for sorting and counting: null for impossible values of earlier releases. PostgreSQL sorts NaN above
 * every number.
 */
export const saneFigure = (figure: Figure): SQL<number | null> =>
  sql`case when ${servers[figure]} between 0 and ${FIGURE_LIMITS[figure]}::float8 then ${servers[figure]} end`;
