import { sql } from 'drizzle-orm';
import type { AlertReport } from '../../contract/calls/alerts.ts';
import { Environment } from '../../contract/shared/server-words.ts';
import { availabilityBy } from '../checks/queries.ts';
import type { Db } from '../db/open.ts';
import { alerts, servers } from '../db/schema.ts';

/** Alerts that began in a month of UTC, how long alerts lasted in it, and how available the servers were. */
export async function reportMonth(db: Db, month: string): Promise<AlertReport> {
  const start = sql`${`${month}-01T00:00:00Z`}::timestamptz`;
  const end = sql`(${start} + interval '1 month')`;
  const began = sql`started_at >= ${start} and started_at < ${end}`;
  const lasted = sql`extract(epoch from least(coalesce(resolved_at, now()), ${end}) - greatest(started_at, ${start}))`;
  const { rows } = await db.execute<{ alerts: number; covered: number; seconds: number }>(sql`
    select count(*) filter (where ${began})::int as alerts,
      count(*) filter (where ${began} and cause_id is not null)::int as covered,
      coalesce(sum(${lasted}) filter (where fired_at is not null), 0)::float8 as seconds
    from ${alerts} where started_at < ${end} and coalesce(resolved_at, now()) > ${start}`);
  const byEnvironment = await availabilityBy(db, servers.environment, [start, end]);
  const byTeam = await availabilityBy(db, servers.teamOwner, [start, end]);
  const [row] = rows;
  return {
    month,
    alerts: row?.alerts ?? 0,
    covered: row?.covered ?? 0,
    unresolvedSeconds: Math.round(row?.seconds ?? 0),
    environments: Environment.options.map((environment) => {
      const { servers: n = 0, availability = null } =
        byEnvironment.find(({ value }) => value === environment) ?? {};
      return { environment, servers: n, availability };
    }),
    teams: byTeam.map(({ value, ...rest }) => ({ team: value, ...rest })),
  };
}
