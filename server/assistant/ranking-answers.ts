import { and, avg, count, eq, isNotNull, lte, max, min, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { saneFigure } from '../db/sane-figure.ts';
import { servers } from '../db/schema.ts';
import { columnOf, conditionsOf, groupName, isFiltered } from './filter-sql.ts';
import type { Field, ServerFilter } from './filter-sql.ts';
import { figureName } from './figures.ts';
import { counted, literal, serverLink } from './literal.ts';
import type { Ranking } from './ranking.ts';
import { figureText, LISTED, withText } from './server-answers.ts';

const NAMES = { most: 'highest', least: 'lowest', average: 'average' };

const notMeasured = (name: string, filter: ServerFilter): string =>
  `The ${name} of no server${isFiltered(filter) ? withText(filter) : ''} was measured.`;

/** The most, the least or the average of a figure; only what was measured counts. */
export async function answerRanking(
  db: Db,
  filter: ServerFilter,
  { kind, figure, count: wanted }: Ranking,
): Promise<string> {
  const column = saneFigure(figure);
  const measured = and(conditionsOf(filter), isNotNull(column));
  const name = figureName(figure);
  const [all] = await db
    .select({ total: count(), mean: avg(column) })
    .from(servers)
    .where(measured);
  if (!all || all.total === 0) return notMeasured(name, filter);
  if (kind === 'average') {
    const of = `${counted(all.total, 'server')}${isFiltered(filter) ? withText(filter) : ''}`;
    return `The average ${name} is **${figureText(figure, Number(all.mean))}**, measured on ${of}.`;
  }
  const order = kind === 'most' ? sql`${column} desc` : sql`${column} asc`;
  // Those with the same figure are in no order among themselves: none of them is left out in silence for another.
  const place = sql<number>`rank() over (order by ${order})`.as('place');
  const ranked = db.select({ id: servers.id, place }).from(servers).where(measured).as('ranked');
  const rows = await db
    .select({ row: servers })
    .from(servers)
    .innerJoin(ranked, eq(ranked.id, servers.id))
    .where(lte(ranked.place, wanted))
    .orderBy(ranked.place, byName(servers.name), servers.id)
    .limit(LISTED + wanted);
  const listed = wanted === 1 ? rows.slice(0, LISTED) : rows.slice(0, wanted);
  const more = rows.length - listed.length;
  const same = `${counted(more, 'more server has', 'more servers have')} the same as the last of them.`;
  const head = `${kind === 'most' ? 'Highest' : 'Lowest'} ${name}${isFiltered(filter) ? ` of servers${withText(filter)}` : ''}:`;
  return [
    head,
    '',
    ...listed.map(
      ({ row }) =>
        `- ${serverLink(row)}: **${figureText(figure, row[figure])}** · ${row.environment} · ${row.status}`,
    ),
    ...(more > 0 ? ['', same] : []),
  ].join('\n');
}

/** The same of each value of a field, highest first: "average memory per environment". */
export async function answerRankingBy(
  db: Db,
  filter: ServerFilter,
  { kind, figure }: Ranking,
  field: Field,
): Promise<string> {
  const column = saneFigure(figure);
  const told = { most: max(column), least: min(column), average: avg(column) }[kind];
  const value = columnOf(field);
  const groups = await db
    .select({ value: sql<string | null>`nullif(trim(${value}), '')`, told, total: count() })
    .from(servers)
    .where(and(conditionsOf(filter), isNotNull(column)))
    .groupBy(sql`1`)
    .orderBy(sql`2 desc`, sql`1`);
  const name = figureName(figure);
  if (groups.length === 0) return notMeasured(name, filter);
  const title = `${NAMES[kind]} ${name}`;
  const lines = groups
    .slice(0, LISTED)
    .map(
      (group) =>
        `- ${group.value === null ? 'not recorded' : literal(group.value)}: **${figureText(figure, Number(group.told))}** · measured on ${counted(group.total, 'server')}`,
    );
  const more = groups.length > LISTED ? ['', `And ${groups.length - LISTED} more values.`] : [];
  const head = `${title.charAt(0).toUpperCase()}${title.slice(1)}${isFiltered(filter) ? ` of servers${withText(filter)}` : ''} by ${groupName(field)}:`;
  return [head, '', ...lines, ...more].join('\n');
}
