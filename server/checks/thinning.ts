import { lt, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { checkHours, checkResults } from '../db/schema.ts';
import { BAD, GOOD } from './counted.ts';

/** What earlier releases stored and cannot be true counts in no average: to PostgreSQL, NaN is a number. */
const AVERAGES = sql.raw(
  ['cpu_usage', 'memory_usage', 'disk_usage']
    .map((figure) => `avg(${figure}) filter (where ${figure} between 0 and 100)`)
    .join(', '),
);
/** Days that hours are kept for; results one by one are kept for a day. */
const DAYS_OF_HOURS = 400;
/** Results that one round makes hours of, so that no round holds the database for long. */
const PORTION = 50_000;

/**
 * Makes hours of results that are more than a day old. Simulated results leave nothing: they were made up. Whole hours
 * only, so that each hour is written once; taken and written in one statement, so that no result is counted twice.
 */
export async function thinResults(db: Db): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from ${checkResults} where id in (
        select id from ${checkResults} where at < date_trunc('hour', now() - interval '24 hours') order by at limit ${PORTION}
      ) returning *
    )
    insert into ${checkHours} (server_id, hour, results, good, bad, latency_ms, cpu_usage, memory_usage, disk_usage)
    select server_id, date_trunc('hour', at), count(*), ${GOOD}, ${BAD}, avg(latency_ms), ${AVERAGES}
    from taken where not simulated group by 1, 2
    on conflict (server_id, hour) do update set
      results = check_hours.results + excluded.results,
      good = check_hours.good + excluded.good,
      bad = check_hours.bad + excluded.bad,
      latency_ms = coalesce((check_hours.latency_ms * check_hours.results + excluded.latency_ms * excluded.results)
        / (check_hours.results + excluded.results), check_hours.latency_ms, excluded.latency_ms)`);
  await db.delete(checkHours).where(lt(checkHours.hour, sql`now() - ${DAYS_OF_HOURS} * interval '1 day'`));
}
