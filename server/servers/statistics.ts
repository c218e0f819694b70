import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, not, sql, type SQL } from 'drizzle-orm';
import type { Ask, Measure } from '../../contract/shared/inventory-query.ts';
import {
  fieldOf,
  Figure,
  serverFields,
  type GroupField,
  type UniqueField,
} from '../../contract/shared/server-fields.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { saneFigure, type ServerRow } from './fields.ts';
import { checkResults, incidents, servers, users } from '../db/schema.ts';
import { addressOfServer } from './filter-sql.ts';
import { ofPeriod, secondsWithin, type OutagePeriod } from './incidents.ts';

/** Queries over all servers that match a filter: lists, counts by a field, rankings and averages. */

export type NamedServer = ServerRow & { managedByName: string | null };
export type RankKey = Extract<Ask, { kind: 'top' }>['by'];
/** The outages that count for a ranking by number of outages or time down. */
type Ranking = { by: RankKey; direction: 'asc' | 'desc'; limit: number; outages: OutagePeriod };
type CountedValue = { value: string | null; total: number };

const managedByName = sql<string | null>`(
  select coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email)
  from ${users} as manager where manager.id = ${servers.managedBy})`;
const columns = { ...getTableColumns(servers), managedByName };
const inOrder = [byName(servers.name), servers.id];

/** Worst status first, then by name; `total` counts all matches. */
export async function selectNamedServers(db: Db, where: SQL | undefined, limit: number) {
  const [rows, total]: [NamedServer[], number] = await Promise.all([
    db
      .select(columns)
      .from(servers)
      .where(where)
      .orderBy(servers.statusRank, ...inOrder)
      .limit(limit),
    db.$count(servers, where),
  ]);
  return { rows, total };
}

export const countServers = (db: Db, where: SQL | undefined): Promise<number> => db.$count(servers, where);

/** A subquery of matching ids, for conditions on related tables. */
export const idsOfServers = (where: SQL | undefined): SQL =>
  sql`(select ${servers.id} from ${servers} where ${and(notInBin(servers), where) ?? sql`true`})`;

export const ROOMS = 'rack|cabinet|cage|row|aisle|room|floor|level|shelf|slot|unit|bay';
/** What follows the name of a place, such as ", Rack 4" or " (Room B)". */
const INSIDE = String.raw`(?<=.)\s*([][,;/|()]|\s[-–—]\s|\s)\s*(${ROOMS})\M.*$`;

/** Columns that a field is counted by; a server with several functions counts once for each. */
function groupColumns(by: GroupField): SQL[] {
  if (by === 'managedBy') return [managedByName];
  // The racks of a place are one group.
  if (by === 'serverLocation')
    return [sql`regexp_replace(${servers[by]}, ${sql.raw(`'${INSIDE}'`)}, '', 'i')`];
  return serverFields
    .filter((field) => field === by || fieldOf(field).searchedWith === by)
    .map((field) => sql`${servers[field]}`);
}

/**
 * Number of servers per value, or with `outages` the number of their outages in a period, which may be 0; null counts
 * those without a value.
 */
export async function countByField(
  db: Db,
  where: SQL | undefined,
  by: GroupField,
  { isFewestFirst, outages }: { isFewestFirst: boolean; outages?: OutagePeriod | undefined },
): Promise<CountedValue[]> {
  const named = groupColumns(by);
  const values = sql.join(
    named.map((column) => sql`(${column}::text)`),
    sql`, `,
  );
  const { rows } = await db.execute<CountedValue>(sql`
    select nullif(trim(named.value), '') as value, count(distinct ${(outages ? incidents : servers).id})::int as total
    from ${servers} ${outages ? joinedOutages(outages) : sql``} cross join lateral (values ${values}) as named (value)
    where ${where ?? sql`true`} group by 1 order by ${isFewestFirst ? sql`2` : sql`2 desc`}, 1 nulls last`);
  // An empty second function is not a missing value.
  return named.length > 1 ? rows.filter(({ value }) => value !== null) : rows;
}

type Duplicate = { value: string; servers: Pick<ServerRow, 'id' | 'name' | 'environment' | 'status'>[] };

/** Values of a field that several servers have, if a matching server is among them. */
export async function listDuplicates(db: Db, where: SQL | undefined, of: UniqueField): Promise<Duplicate[]> {
  const text = sql`lower(trim(${servers[of]}))`;
  // An IPv6 address has several spellings.
  const value = of === 'ipAddress' ? sql`coalesce(host(${addressOfServer}), ${text})` : text;
  const { id, name, environment, status } = servers;
  const server = sql`json_build_object('id', ${id}, 'name', ${name}, 'environment', ${environment}, 'status', ${status})`;
  const { rows } = await db.execute<Duplicate>(sql`
    select ${value} as value, json_agg(${server} order by ${byName(name)}, ${id}) as servers
    from ${servers} where ${notInBin(servers)} and ${text} <> '' group by 1
    having count(*) > 1 and bool_or(coalesce(${where ?? sql`true`}, false)) order by count(*) desc, 1`);
  return rows;
}

/** Servers without an outage stay, so that a group may count none. */
const joinedOutages = (period: OutagePeriod): SQL =>
  sql`left join ${incidents} on ${and(eq(incidents.serverId, servers.id), ofPeriod(period))}`;

/** Servers sorted by a figure, a time or their outages, without those that have none; `key` is the sort value. */
export async function rankServers(
  db: Db,
  where: SQL | undefined,
  { by, direction, limit, outages }: Ranking,
): Promise<(NamedServer & { key: number | null })[]> {
  const key = rankKey(by, outages);
  return db
    .select({ ...columns, key: sql<number | null>`${key}` })
    .from(servers)
    .where(and(where, isNotNull(key)))
    .orderBy(direction === 'desc' ? desc(key) : asc(key), ...inOrder)
    .limit(limit);
}

function rankKey(by: RankKey, outages: OutagePeriod): SQL {
  const figure = Figure.safeParse(by);
  if (figure.success) return sql`${saneFigure(figure.data)}`;
  if (by === 'outages' || by === 'duration') {
    const those = and(eq(incidents.serverId, servers.id), ofPeriod(outages));
    const value = by === 'outages' ? sql`nullif(count(*), 0)::int` : sql`sum(${secondsWithin(outages)})`;
    return sql`(select ${value} from ${incidents} where ${those})`;
  }
  if (by === 'responseTime')
    return sql`(select avg(${checkResults.latencyMs}) from ${checkResults} where ${goodChecks(outages.now)})`;
  if (by === 'certificate') return sql`${servers.certificateExpiresAt}`;
  return sql`${servers[by as 'createdAt' | 'updatedAt' | 'lastHealthCheck']}`;
}

export type Average = { value: string | null; mean: number; total: number; sum: number };
type Averaged = { of: Measure; by?: GroupField | undefined; percentile?: number | undefined };

/**
 * Average or percentile of a figure over the servers that have it, of the length of outages, or of the response time of the
 * last day's good checks; in total or per value of a field, highest first. `sum` counts only the time within the period.
 */
export async function averageOf(
  db: Db,
  where: SQL | undefined,
  { of, by, percentile }: Averaged,
  outages: OutagePeriod,
): Promise<Average[]> {
  const { measure, joined, sum = measure } = measured(of, outages);
  const mean = percentile
    ? sql`percentile_cont(${percentile / 100}::float8) within group (order by ${measure})`
    : sql`avg(${measure})`;
  const group = by ? (groupColumns(by)[0] ?? sql`null`) : sql`null`;
  const { rows } = await db.execute<Average>(sql`
    select ${group} as value, ${mean}::float8 as mean, count(*)::int as total, sum(${sum})::float8 as sum
    from ${servers} ${joined} where ${and(where, isNotNull(measure))} group by 1 order by 2 desc, 1`);
  return rows;
}

function measured(of: Measure, outages: OutagePeriod): { measure: SQL; joined: SQL; sum?: SQL } {
  if (of === 'duration') {
    const measure = secondsWithin({ from: undefined, to: undefined, now: outages.now });
    const those = and(eq(incidents.serverId, servers.id), ofPeriod(outages));
    return { measure, joined: sql`join ${incidents} on ${those}`, sum: secondsWithin(outages) };
  }
  if (of === 'responseTime') {
    const joined = sql`join ${checkResults} on ${goodChecks(outages.now)}`;
    return { measure: sql`${checkResults.latencyMs}`, joined };
  }
  return { measure: sql`${saneFigure(of)}`, joined: sql`` };
}

/** A server's checks of the last day that got a response. */
function goodChecks(now: OutagePeriod['now']): SQL | undefined {
  const { serverId, at, outcome, simulated } = checkResults;
  return and(
    eq(serverId, servers.id),
    sql`${at} > ${now}::timestamptz - interval '1 day' and ${at} <= ${now}`,
    inArray(outcome, ['good', 'warning']),
    not(simulated),
  );
}
