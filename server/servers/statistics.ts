import { and, asc, avg, count, desc, eq, getTableColumns, isNotNull, sql, type SQL } from 'drizzle-orm';
import { fieldOf, Figure, serverFields, type GroupField } from '../../contract/server-fields.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { saneFigure } from '../db/sane-figure.ts';
import { incidents, servers, users } from '../db/schema.ts';
import type { ServerRow } from './fields.ts';
import { ofPeriod, secondsWithin, type OutagePeriod } from './incidents.ts';

/** Queries over all servers that match a filter: lists, counts by a field, rankings and averages. */

export type NamedServer = ServerRow & { managedByName: string | null };
export type RankKey =
  | Figure
  | 'createdAt'
  | 'updatedAt'
  | 'lastHealthCheck'
  | 'certificate'
  | 'outages'
  | 'duration';
/** The outages that count for a ranking by number of outages or time down. */
type Ranking = { by: RankKey; direction: 'asc' | 'desc'; limit: number; outages: OutagePeriod };
type CountedValue = { value: string | null; total: number };

const managedByName = sql<string | null>`(
  select coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email)
  from ${users} as manager where manager.id = ${servers.managedBy})`;
const columns = { ...getTableColumns(servers), managedByName };
const inOrder = [byName(servers.name), servers.id];

/** Worst status first, then by name; `total` counts all matches. */
export async function selectServers(db: Db, where: SQL | undefined, limit: number) {
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
  if (by === 'certificate') return sql`${servers.certificateExpiresAt}`;
  return sql`${servers[by as 'createdAt' | 'updatedAt' | 'lastHealthCheck']}`;
}

export type Average = { value: string | null; mean: number; total: number };

/** Average of a figure over the servers that have it, in total or per value of a field, highest first. */
export async function averageFigure(
  db: Db,
  where: SQL | undefined,
  of: Figure,
  by?: GroupField,
): Promise<Average[]> {
  const figure = saneFigure(of);
  const group = by ? (groupColumns(by)[0] ?? sql`null`) : sql`null`;
  const rows = await db
    .select({ value: sql<string | null>`${group}`, mean: avg(figure), total: count() })
    .from(servers)
    .where(and(where, isNotNull(figure)))
    .groupBy(by ? group : sql`()`)
    .orderBy(desc(avg(figure)));
  return rows.filter(({ total }) => total > 0).map((row) => ({ ...row, mean: Number(row.mean) }));
}
