import { sql, type SQL } from 'drizzle-orm';
import { FIGURE_LIMITS } from '../../contract/sane-figure.ts';
import type { Figure } from '../../contract/server-fields.ts';
import { servers } from './schema.ts';

/**
 * A figure of a server as the database counts and sorts it: null where it cannot be true, as in rows of earlier releases.
 * To PostgreSQL, NaN is more than any number.
 */
export const saneFigure = (figure: Figure): SQL<number | null> =>
  sql`case when ${servers[figure]} between 0 and ${FIGURE_LIMITS[figure]}::float8 then ${servers[figure]} end`;
