import { and, asc, avg, count, desc, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { FIGURE_LABELS, figureText, filterLabel } from '../../../contract/filter-labels.ts';
import { writeFilter } from '../../../contract/filter-text.ts';
import type { Ask, Filter, InventoryQuery, ReadableField } from '../../../contract/inventory-query.ts';
import { READABLE } from '../../../contract/inventory-query.ts';
import { fieldOf, Figure, serverFields } from '../../../contract/server-fields.ts';
import type { GroupField } from '../../../contract/server-fields.ts';
import { notInBin } from '../../db/bin.ts';
import type { Db } from '../../db/open.ts';
import { byName } from '../../db/order.ts';
import { saneFigure } from '../../db/sane-figure.ts';
import { incidents, servers, users } from '../../db/schema.ts';
import { whereServers } from '../../servers/filter-sql.ts';
import type { At } from '../../servers/filter-sql.ts';
import { fieldText, fieldValue, plainRow } from './fields.ts';
import type { ServerRow } from './fields.ts';
import { counted, literal, serverLink } from './markdown.ts';
import type { QueryResult } from './run.ts';

/** Servers that one reply links; the rest is counted and opened in Infrastructure. */
const LISTED = 50;
const managedByName = sql<
  string | null
>`(select coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) from ${users} as manager where manager.id = ${servers.managedBy})`;
const columns = { ...getTableColumns(servers), managedByName };

export const those = (filter: Filter, at: At): SQL | undefined =>
  and(notInBin(servers), whereServers(filter, at));

/** "servers (Environment: production)" */
export const serversOf = (filter: Filter): string => {
  const label = filterLabel(filter);
  return label === '' ? '' : ` (${literal(label)})`;
};
export const none = (filter: Filter): QueryResult => ({
  rows: [],
  total: 0,
  text: `There is no server${serversOf(filter)}.`,
});

export async function selectServers(
  db: Db,
  where: SQL | undefined,
  limit: number,
): Promise<{ rows: ServerRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    db
      .select(columns)
      .from(servers)
      .where(where)
      .orderBy(servers.statusRank, byName(servers.name), servers.id)
      .limit(limit),
    db.$count(servers, where),
  ]);
  return { rows, total };
}

export async function answerServers(db: Db, { where, ask }: InventoryQuery, at: At): Promise<QueryResult> {
  switch (ask.kind) {
    case 'count':
      return answerCount(db, where, at);
    case 'share':
      return answerShare(db, where, ask.of, at);
    case 'group':
      return answerGroup(db, where, ask, at);
    case 'top':
      return answerTop(db, where, ask, at);
    case 'average':
      return answerAverage(db, where, ask, at);
    case 'value':
      return answerValue(db, where, ask.fields, at);
    case 'list':
    case 'why':
    case 'availability':
      return answerList(db, where, ask.kind === 'list' ? ask.fields : [], at);
  }
}

async function answerCount(db: Db, where: Filter, at: At): Promise<QueryResult> {
  const total = await db.$count(servers, those(where, at));
  return { rows: [{ count: total }], total, text: `${counted(total, 'server')}${serversOf(where)}.` };
}

async function answerList(db: Db, where: Filter, fields: ReadableField[], at: At): Promise<QueryResult> {
  const { rows, total } = await selectServers(db, those(where, at), LISTED);
  if (total === 0) return none(where);
  const lines = rows.map((row) => lineOf(row, fields, at.timeZone));
  const head = `${counted(total, 'server')}${serversOf(where)}:`;
  return {
    rows: rows.map((row) => plainRow(row, READABLE, at.timeZone)),
    total,
    text: [head, '', ...lines, ...moreOf(total, where)].join('\n'),
  };
}

const lineOf = (row: ServerRow, fields: readonly ReadableField[], timeZone: string): string =>
  [
    `- ${serverLink(row)}`,
    row.environment,
    row.status,
    ...fields.map((field) => fieldText(row, field, timeZone)),
  ].join(' · ');

const moreOf = (total: number, where: Filter): string[] =>
  total > LISTED
    ? [
        '',
        `And ${total - LISTED} more in [Infrastructure](/infrastructure?filter=${encodeURIComponent(writeFilter(where))}).`,
      ]
    : [];

/** Main facts of a server where no field is named. */
const FACTS: ReadableField[] = [
  'status',
  'environment',
  'ipAddress',
  'operatingSystem',
  'serverLocation',
  'teamOwner',
  'primaryFunction',
  'cpuUsage',
  'memoryUsage',
  'diskUsage',
  'lastHealthCheck',
];

async function answerValue(db: Db, where: Filter, fields: ReadableField[], at: At): Promise<QueryResult> {
  const { rows, total } = await selectServers(db, those(where, at), LISTED);
  if (total === 0) return none(where);
  const { timeZone } = at;
  const isFacts = fields.length === 0;
  const shown = isFacts ? FACTS.map((field) => [field] as const) : fields.map((field) => [field] as const);
  const text = rows.map((row) => {
    const known = shown
      .map(([field]) => field)
      .filter((field) => !isFacts || fieldValue(row, field, timeZone) !== null);
    return known.length === 1
      ? `${serverLink(row)}: ${fieldText(row, known[0]!, timeZone)}`
      : [`${serverLink(row)}:`, '', ...known.map((field) => `- ${fieldText(row, field, timeZone)}`)].join(
          '\n',
        );
  });
  return {
    rows: rows.map((row) => plainRow(row, isFacts ? READABLE : fields, timeZone)),
    total,
    text: [...text, ...moreOf(total, where)].join('\n\n'),
  };
}

async function answerShare(db: Db, where: Filter, of: Filter, at: At): Promise<QueryResult> {
  const all = await db.$count(servers, those(where, at));
  const part = await db.$count(servers, those([...where, ...of], at));
  if (all === 0) return none(where);
  const percent = Math.round((part / all) * 10_000) / 100;
  const text = `**${percent} %**: ${part} of ${counted(all, 'server')}${serversOf(where)}${serversOf(of).replace('(', 'fit (')}.`;
  return { rows: [{ percent, part, all }], total: part, text };
}

/** A server with several functions is counted once for each of them. */
const groupColumns = (by: GroupField): SQL[] =>
  by === 'managedBy'
    ? [managedByName]
    : serverFields
        .filter((field) => field === by || fieldOf(field).searchedWith === by)
        .map((field) => sql`${servers[field]}`);

async function answerGroup(
  db: Db,
  where: Filter,
  ask: Extract<Ask, { kind: 'group' }>,
  at: At,
): Promise<QueryResult> {
  const value = sql<string | null>`nullif(trim(named.value), '')`;
  const total = sql<number>`count(distinct ${servers.id})::int`;
  const isFewest = ask.order === 'fewest';
  const columnList = sql.join(
    groupColumns(ask.by).map((column) => sql`(${column}::text)`),
    sql`, `,
  );
  const { rows: all } = await db.execute<{ value: string | null; total: number }>(sql`
    select ${value} as value, ${total} as total from ${servers}, lateral (values ${columnList}) as named (value)
    where ${those(where, at) ?? sql`true`} group by 1 order by ${isFewest ? sql`2` : sql`2 desc`}, 1 nulls last`);
  const label = fieldOf(ask.by).short;
  // Of further functions a blank is nothing that is missing.
  const groups = groupColumns(ask.by).length > 1 ? all.filter((row) => row.value !== null) : all;
  if (groups.length === 0) return none(where);
  const named = groups.filter((row) => row.value !== null);
  const shown = ask.order && ask.take ? named.slice(0, ask.take) : groups.slice(0, LISTED);
  const lead = ask.order ? named[0] : undefined;
  const first = lead ? named.filter((row) => row.total === lead.total) : [];
  const head = lead
    ? `${first.map((row) => `**${literal(row.value ?? '')}**`).join(', ')} ${first.length === 1 ? 'has' : 'have'} the ${isFewest ? 'fewest' : 'most'}: ${lead.total}. Servers${serversOf(where)} by ${label}:`
    : `Servers${serversOf(where)} by ${label}, **${named.length}** in all:`;
  const lines = shown.map(
    (row) => `- ${row.value === null ? 'not recorded' : literal(row.value)}: **${row.total}**`,
  );
  const more = groups.length > shown.length ? ['', `And ${groups.length - shown.length} more.`] : [];
  return {
    rows: shown.map((row) => ({ [ask.by]: row.value, count: row.total })),
    total: named.length,
    text: [head, '', ...lines, ...more].join('\n'),
  };
}

async function answerTop(
  db: Db,
  where: Filter,
  ask: Extract<Ask, { kind: 'top' }>,
  at: At,
): Promise<QueryResult> {
  const { by, direction, take } = ask;
  const figure = Figure.safeParse(by);
  const key = sortKey(by);
  const order = direction === 'desc' ? desc(key) : asc(key);
  const rows = await db
    .select({ ...columns, key: sql<number | null>`${key}` })
    .from(servers)
    .where(and(those(where, at), isNotNull(key)))
    .orderBy(order, byName(servers.name), servers.id)
    .limit(LISTED);
  if (rows.length === 0)
    return {
      rows: [],
      total: 0,
      text: `Nothing is recorded to rank servers${serversOf(where)} by ${topLabel(by)}.`,
    };
  // Those that are level with the last one belong to it.
  const last = rows[Math.min(take, rows.length) - 1];
  const shown = rows.filter((row, index) => index < take || String(row.key) === String(last?.key));
  const lines = shown.map((row) => {
    const value = figure.success
      ? figureText(figure.data, Number(row.key))
      : by === 'outages'
        ? `${row.key}`
        : (fieldValue(row, topField(by), at.timeZone) ?? '');
    return [
      `- ${serverLink(row)}: **${value}**`,
      row.environment,
      row.status,
      ...(ask.fields ?? [])
        .filter((field) => field !== by)
        .map((field) => fieldText(row, field, at.timeZone)),
    ].join(' · ');
  });
  const head = `${direction === 'desc' ? 'Highest' : 'Lowest'} ${topLabel(by)}${where.length > 0 ? ` of servers${serversOf(where)}` : ''}:`;
  return {
    rows: shown.map((row) => plainRow(row, READABLE, at.timeZone)),
    total: shown.length,
    text: [head, '', ...lines].join('\n'),
  };
}

type TopKey = Extract<Ask, { kind: 'top' }>['by'];
const TOP_LABELS: Partial<Record<TopKey, string>> = {
  createdAt: 'time of being added',
  updatedAt: 'time of the last change',
  lastHealthCheck: 'time of the last check',
  certificate: 'certificate expiry',
  outages: 'number of outages',
  duration: 'length of outages',
};
const topLabel = (by: TopKey): string => TOP_LABELS[by] ?? FIGURE_LABELS[by as Figure];
const topField = (by: TopKey): ReadableField => (by === 'outages' || by === 'duration' ? 'status' : by);

function sortKey(by: TopKey): SQL {
  const figure = Figure.safeParse(by);
  if (figure.success) return saneFigure(figure.data) as SQL;
  switch (by) {
    case 'createdAt':
    case 'updatedAt':
    case 'lastHealthCheck':
      return sql`${servers[by]}`;
    case 'certificate':
      return sql`${servers.certificateExpiresAt}`;
    default:
      return sql`(select nullif(count(*), 0)::int from ${incidents} as incident where incident.server_id = ${servers.id})`;
  }
}

async function answerAverage(
  db: Db,
  where: Filter,
  { of, by }: Extract<Ask, { kind: 'average' }>,
  at: At,
): Promise<QueryResult> {
  const figure = saneFigure(of);
  const measured = and(those(where, at), isNotNull(figure));
  const label = FIGURE_LABELS[of];
  if (by) {
    const group = groupColumns(by)[0] ?? sql`null`;
    const rows = await db
      .select({ value: sql<string | null>`${group}`, mean: avg(figure), total: count() })
      .from(servers)
      .where(measured)
      .groupBy(group)
      .orderBy(desc(avg(figure)))
      .limit(LISTED);
    if (rows.length === 0) return none(where);
    const lines = rows.map(
      (row) =>
        `- ${literal(row.value ?? 'not recorded')}: **${figureText(of, Number(row.mean))}** (${row.total})`,
    );
    return {
      rows: rows.map((row) => ({ [by]: row.value, average: Number(row.mean), servers: row.total })),
      total: rows.length,
      text: [`Average ${label} of servers${serversOf(where)} by ${fieldOf(by).short}:`, '', ...lines].join(
        '\n',
      ),
    };
  }
  const [row] = await db
    .select({ mean: avg(figure), total: count() })
    .from(servers)
    .where(measured);
  if (!row || row.total === 0)
    return { rows: [], total: 0, text: `${label} of no server${serversOf(where)} was measured.` };
  return {
    rows: [{ average: Number(row.mean), servers: row.total }],
    total: row.total,
    text: `The average ${label} is **${figureText(of, Number(row.mean))}**, measured on ${counted(row.total, 'server')}${serversOf(where)}.`,
  };
}

export const inServers = (filter: Filter, at: At): SQL =>
  sql`(select ${servers.id} from ${servers} where ${those(filter, at) ?? sql`true`})`;
