import { sql } from 'drizzle-orm';
import type { AlertReport } from '../../contract/calls/alerts.ts';
import { Environment } from '../../contract/shared/server-words.ts';
import { countForUptime } from '../checks/queries.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { alerts, servers } from '../db/schema.ts';

/** Alerts that began in a month of UTC, how long alerts lasted in it, and how available each environment was. */
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
  const environments: AlertReport['environments'] = [];
  for (const environment of Environment.options) {
    const those = sql`${servers.environment} = ${environment} and ${notInBin(servers)}`;
    const ids = sql`server_id in (select id from ${servers} where ${those})`;
    // oxlint-disable-next-line no-await-in-loop -- One after the other: each reads the results of a month.
    const { percent } = await countForUptime(db, ids, start, end);
    // oxlint-disable-next-line no-await-in-loop
    environments.push({ environment, servers: await db.$count(servers, those), availability: percent });
  }
  const [row] = rows;
  return {
    month,
    alerts: row?.alerts ?? 0,
    covered: row?.covered ?? 0,
    unresolvedSeconds: Math.round(row?.seconds ?? 0),
    environments,
  };
}
