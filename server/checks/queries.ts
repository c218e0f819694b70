import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, max, ne, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Incident, RecordedResult } from '../../contract/calls/checks.ts';
import { isSane } from '../../contract/shared/server-fields.ts';
import { notInBin } from '../db/bin.ts';
import { thisMoment } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { checkHours, checkResults, incidents, serverStates, servers } from '../db/schema.ts';
import { byName } from '../db/order.ts';
import type { ServerRow } from '../servers/fields.ts';

/** Averages ignore impossible values of earlier releases: PostgreSQL treats NaN as a number. */
const AVERAGES = sql.raw(
  ['cpu_usage', 'memory_usage', 'disk_usage']
    .map((figure) => `avg(${figure}) filter (where ${figure} between 0 and 100)`)
    .join(', '),
);
/** Days that the states of servers are kept. The dashboard shows the last one. */
const DAYS_OF_STATES = 31;
/** Results per round of thinning, so that no round occupies the database for long. */
const PORTION = 50_000;

/**
 * Replaces results that are more than a day old by hourly rows. Simulated results are dropped. Processes whole hours
 * only, so that each hour is written once. Deletes and inserts in one statement, so that no result is counted twice.
 */
export async function thinResults(db: Db): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from ${checkResults} where id in (
        select id from ${checkResults} where at < date_trunc('hour', now() - interval '24 hours') order by at limit ${PORTION}
      ) returning *
    )
    insert into ${checkHours} (server_id, hour, results, good, warnings, bad, latency_ms, cpu_usage, memory_usage, disk_usage)
    select server_id, date_trunc('hour', at), count(*), ${GOOD}, ${WARNINGS}, ${BAD}, avg(latency_ms), ${AVERAGES}
    from taken where not simulated group by 1, 2
    on conflict (server_id, hour) do update set
      results = check_hours.results + excluded.results,
      good = check_hours.good + excluded.good,
      warnings = check_hours.warnings + excluded.warnings,
      bad = check_hours.bad + excluded.bad,
      latency_ms = coalesce((check_hours.latency_ms * check_hours.results + excluded.latency_ms * excluded.results)
        / (check_hours.results + excluded.results), check_hours.latency_ms, excluded.latency_ms)`);
  await db.delete(serverStates).where(lt(serverStates.at, sql`now() - ${DAYS_OF_STATES} * interval '1 day'`));
}

/** Maximum rows of one response. */
const MAX_RESULTS = 20_000;

/** `ageMs` in place of the time: the clocks of the node and of the database may differ. */
type Aged = { serverId: string; ageMs: number };
export type OwnFailure = Aged & { resultId: number };

const ageOf = (at: SQLWrapper) => sql<number>`(extract(epoch from now() - ${at}) * 1000)::float8`;
const anHourAgo = sql`now() - interval '1 hour'`;

/** After a longer absence a node knows nothing about its network in between. */
const AWAY_MS = 600_000;

/** This node's failures in the past hour since each server last answered, oldest first. */
export async function listOwnFailures(db: Db, node: string): Promise<OwnFailure[]> {
  const own = and(eq(checkResults.seenBy, node), gte(checkResults.at, anHourAgo));
  const [lastResponse] = await db
    .select({ at: max(checkResults.at) })
    .from(checkResults)
    .where(and(own, eq(checkResults.line, 'heard')));
  const failures = await db
    .select({ serverId: checkResults.serverId, resultId: checkResults.id, ageMs: ageOf(checkResults.at) })
    .from(checkResults)
    .where(
      and(
        own,
        eq(checkResults.line, 'silent'),
        eq(checkResults.outcome, 'bad'),
        lastResponse?.at ? gt(checkResults.at, lastResponse.at) : undefined,
      ),
    )
    .orderBy(checkResults.at);
  const last = failures.at(-1);
  return last && last.ageMs < AWAY_MS ? failures : [];
}

/**
 * Servers whose last result of the past hour was an answer, with its age. Ignores failures from this result on, which may
 * be the node's own fault.
 */
export async function listLastResponses(
  db: Db,
  node: string,
  firstFailure: number | undefined,
): Promise<Aged[]> {
  const { id, seenBy, line } = checkResults;
  const last = db
    .selectDistinctOn([checkResults.serverId], {
      serverId: checkResults.serverId,
      at: checkResults.at,
      outcome: checkResults.outcome,
    })
    .from(checkResults)
    .where(
      and(
        gte(checkResults.at, anHourAgo),
        eq(checkResults.simulated, false),
        ne(checkResults.outcome, 'unknown'),
        firstFailure === undefined
          ? undefined
          : or(isNull(line), ne(line, 'silent'), isNull(seenBy), ne(seenBy, node), lt(id, firstFailure)),
      ),
    )
    .orderBy(checkResults.serverId, desc(checkResults.at))
    .as('last');
  return db
    .select({ serverId: last.serverId, ageMs: ageOf(last.at) })
    .from(last)
    .where(inArray(last.outcome, ['good', 'warning']));
}

/** Each result of the last day and the hourly rows before it, oldest first. */
export async function listResults(
  db: Db,
  serverId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<RecordedResult[]> {
  const since = from ? sql`${from}::timestamptz` : sql`now() - interval '1 day'`;
  const until = to ? sql`${to}::timestamptz` : thisMoment;
  const figures = sql`latency_ms as "latencyMs", cpu_usage as "cpuUsage", memory_usage as "memoryUsage", disk_usage as "diskUsage"`;
  // Plain rows: a day has 1,440 results, and reading each column by its type took most of the time of the page.
  const [hours, single] = await Promise.all([
    db.execute<RecordedResult>(sql`
      select ${inIso(sql`hour`)} as at, results, good, warnings, bad, ${figures}, null as outcome, null as message, false as simulated
      from ${checkHours} where server_id = ${serverId} and hour between ${since} and ${until}
      order by hour limit ${MAX_RESULTS}`),
    db.execute<RecordedResult>(sql`
      select ${inIso(sql`at`)} as at, 1 as results, ${IS_GOOD}::int as good, ${IS_WARNING}::int as warnings,
        ${IS_BAD}::int as bad, ${figures}, outcome, message, simulated
      from ${checkResults} where server_id = ${serverId} and at between ${since} and ${until}
      order by check_results.at limit ${MAX_RESULTS}`),
  ]);
  return [...hours.rows, ...single.rows].map((row) => ({ ...row, ...figuresOf(row) }));
}

const inIso = (time: SQL) => sql`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type Figures = Pick<RecordedResult, 'cpuUsage' | 'memoryUsage' | 'diskUsage'>;

const figuresOf = ({ cpuUsage, memoryUsage, diskUsage }: Figures): Figures => ({
  cpuUsage: isSane('cpuUsage', cpuUsage) ? cpuUsage : null,
  memoryUsage: isSane('memoryUsage', memoryUsage) ? memoryUsage : null,
  diskUsage: isSane('diskUsage', diskUsage) ? diskUsage : null,
});

/** Results that count for uptime within a period; `those` is a condition on `server_id`. */
export async function countForUptime(
  db: Db,
  those: SQL,
  from: SQL,
  until: SQL = sql`'infinity'::timestamptz`,
): Promise<{ good: number; bad: number; percent: number | null }> {
  const { rows } = await db.execute<{ good: string; bad: string }>(sql`
    select coalesce(sum(good), 0) as good, coalesce(sum(bad), 0) as bad from (
      select ${GOOD} as good, ${BAD} as bad from ${checkResults} where ${those} and at >= ${from} and at < ${until}
      union all
      select sum(good), sum(bad) from ${checkHours} where ${those} and hour >= ${from} and hour < ${until}
    ) as counted`);
  const [good, bad] = [Number(rows[0]?.good ?? 0), Number(rows[0]?.bad ?? 0)];
  return { good, bad, percent: percentOf(good, bad) };
}

/** How available the servers with each value of a column were within a period, in the order of the values. */
export async function availabilityBy(
  db: Db,
  column: typeof servers.environment | typeof servers.teamOwner,
  [from, until]: [from: SQL, until: SQL],
): Promise<{ value: string; servers: number; availability: number | null }[]> {
  const { rows } = await db.execute<{ value: string; servers: number; good: number; bad: number }>(sql`
    with counted as (
      select server_id, sum(good) as good, sum(bad) as bad from (
        select server_id, ${IS_GOOD}::int as good, ${IS_BAD}::int as bad
        from ${checkResults} where at >= ${from} and at < ${until}
        union all
        select server_id, good, bad from ${checkHours} where hour >= ${from} and hour < ${until}
      ) as results group by server_id
    )
    select ${column} as value, count(*)::int as servers,
      coalesce(sum(good), 0)::float8 as good, coalesce(sum(bad), 0)::float8 as bad
    from ${servers} left join counted on server_id = id
    where ${notInBin(servers)} and ${column} <> ''
    group by ${column} order by ${byName(column)} limit ${MOST_VALUES}`);
  return rows.map(({ value, good, bad, ...row }) => ({
    value,
    servers: row.servers,
    availability: percentOf(good, bad),
  }));
}

/** Teams that a report lists. */
const MOST_VALUES = 500;

/** Percent of good results with two digits; null without any. One read serves all three periods. */
export async function availabilityOf(
  db: Db,
  serverId: string,
): Promise<{ h24: number | null; d7: number | null; d30: number | null }> {
  // As a subquery, so that the time is computed once and not for each row.
  const within = (days: number) => sql`(where at >= (select now() - ${days}::int * interval '1 day'))`;
  const counts = [1, 7, 30].map(
    (days) => sql`array[sum(good) filter ${within(days)}, sum(bad) filter ${within(days)}]::int[]`,
  );
  const { rows } = await db.execute<{ counts: [good: number | null, bad: number | null][] }>(sql`
    select array[${sql.join(counts, sql`, `)}] as counts from (
      select at, ${IS_GOOD}::int as good, ${IS_BAD}::int as bad
      from ${checkResults} where server_id = ${serverId} and at >= now() - interval '30 days'
      union all
      select hour, good, bad from ${checkHours} where server_id = ${serverId} and hour >= now() - interval '30 days'
    ) as counted`);
  const [h24 = null, d7 = null, d30 = null] = (rows[0]?.counts ?? []).map(([good, bad]) =>
    percentOf(good ?? 0, bad ?? 0),
  );
  return { h24, d7, d30 };
}

const percentOf = (good: number, bad: number): number | null =>
  good + bad === 0 ? null : Math.round((good / (good + bad)) * 10_000) / 100;

export async function listIncidents(db: Db, serverId: string): Promise<Incident[]> {
  const rows = await db
    .select()
    .from(incidents)
    .where(eq(incidents.serverId, serverId))
    .orderBy(desc(incidents.startedAt))
    .limit(50);
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    message: row.message,
  }));
}

/** Ids of all servers with a check. */
export async function listChecked(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .where(and(notInBin(servers), isNotNull(servers.check)))
    .orderBy(servers.id);
  return rows.map(({ id }) => id);
}

export async function countUnchecked(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(servers)
    .where(and(notInBin(servers), isNull(servers.check)));
  return row?.count ?? 0;
}

/** A due check that this node has taken: its delay and its target. */
export type DueCheck = Pick<ServerRow, 'id' | 'check' | 'scrape' | 'limits'> & { lateMs: number };

/**
 * Takes up to `limit` due checks. The statement also advances the next time, so that each check runs once, whatever the
 * number of nodes. The interval stays aligned; missed times are skipped.
 */
export async function takeDueChecks(db: Db, limit: number, defaultSeconds: number): Promise<DueCheck[]> {
  const { rows } = await db.execute<{
    id: string;
    check: DueCheck['check'];
    scrape: DueCheck['scrape'];
    limits: DueCheck['limits'];
    lateMs: number;
  }>(sql`
    with due as (
      select id, next_check_at, coalesce(("check" ->> 'intervalSeconds')::int, ${defaultSeconds}::int)::float8 as seconds
      from ${servers}
      where deleted_at is null and next_check_at <= now() and "check" is not null
      order by next_check_at limit ${limit} for update skip locked
    )
    update ${servers} set next_check_at = due.next_check_at + due.seconds * interval '1 second'
      * (1 + floor(extract(epoch from now() - due.next_check_at) / due.seconds))
    from due where servers.id = due.id
    returning servers.id, servers."check", servers.scrape, servers.limits,
      ${ageOf(sql`due.next_check_at`)} as "lateMs"`);
  return rows;
}

/** Counts for uptime. Maintenance, simulated and unknown results do not describe the server. */
const IS_GOOD = sql`(outcome in ('good', 'warning') and not simulated)`;
const IS_WARNING = sql`(outcome = 'warning' and not simulated)`;
const IS_BAD = sql`(outcome = 'bad' and not simulated)`;
const GOOD = sql`count(*) filter (where ${IS_GOOD})`;
const WARNINGS = sql`count(*) filter (where ${IS_WARNING})`;
const BAD = sql`count(*) filter (where ${IS_BAD})`;
