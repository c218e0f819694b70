import { sql } from 'drizzle-orm';

/** What uptime counts; maintenance, simulated and unknown results say nothing about the server. */
export const GOOD = sql`count(*) filter (where outcome in ('good', 'warning') and not simulated)`;
export const BAD = sql`count(*) filter (where outcome = 'bad' and not simulated)`;
