import { and, avg, count, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Figure } from '../../contract/server-fields.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { saneFigure } from '../db/sane-figure.ts';
import { servers } from '../db/schema.ts';
import { conditionsOf, isFiltered } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { figureName } from './figures.ts';
import { counted, listed, literal, serverLink } from './literal.ts';
import type { Ranking } from './ranking.ts';
import { askedOf, figureText, IN_RANKING, LISTED, withText } from './server-answers.ts';
import type { Row, Telling } from './server-answers.ts';

/** The most, the least or the average of a figure; only what was measured counts. */
export async function answerRanking(
  db: Db,
  filter: ServerFilter,
  { kind, figure, count: wanted, written, place, isSorted }: Ranking,
  telling: Telling,
): Promise<string> {
  const column = saneFigure(figure);
  const measured = and(conditionsOf(filter), isNotNull(column));
  const name = figureName(figure);
  const [all] = await db
    .select({ total: count(), mean: avg(column) })
    .from(servers)
    .where(measured);
  if (!all || all.total === 0)
    return `The ${name} of no server${isFiltered(filter) ? withText(filter) : ''} was measured.`;
  if (kind === 'average') {
    const of = `${counted(all.total, 'server')}${isFiltered(filter) ? withText(filter) : ''}`;
    return `The average ${name} is **${figureText(figure, Number(all.mean))}**, measured on ${of}.`;
  }
  const order = kind === 'most' ? sql`${column} desc` : sql`${column} asc`;
  const isOne = wanted === 1 && !written && !place;
  const rows = await db
    .select({ ...getTableColumns(servers), ties: sql<number>`count(*) over (partition by ${column})::int` })
    .from(servers)
    .where(measured)
    .orderBy(order, byName(servers.name), servers.id)
    .limit(isOne ? LISTED : place ? place + LISTED : wanted);
  // Those that are equal to the only one are as much an answer as it is.
  const isEqual = (row: Row, other: Row | undefined) => row[figure] === other?.[figure];
  const only = isOne ? rows[0] : place ? rows[place - 1] : undefined;
  const shown = isOne || place ? rows.filter((row) => isEqual(row, only)) : rows;
  if (shown.length === 0) return `The ${name} was measured on ${counted(all.total, 'server')}${isFiltered(filter) ? withText(filter) : ''} only.`; // prettier-ignore
  const last = shown.at(-1);
  const equal = (last?.ties ?? 0) - shown.filter((row) => isEqual(row, last)).length;
  const more =
    equal > 0
      ? [
          '',
          `${counted(equal, 'more server has', 'more servers have')} the same ${name} as the last of these.`,
        ]
      : [];
  const head = `${place ? `Number ${place} by ${kind === 'most' ? 'highest' : 'lowest'}` : kind === 'most' ? 'Highest' : 'Lowest'} ${name}${isFiltered(filter) ? ` of servers${withText(filter)}` : ''}:`;
  return [
    head,
    '',
    ...shown.map((row) =>
      [
        `- ${serverLink(row)}: **${figureText(figure, row[figure])}**`,
        row.environment,
        row.status,
        ...askedOf(row, telling, [...IN_RANKING, name.toLowerCase()]),
      ].join(' · '),
    ),
    ...more,
    ...(isSorted ? await leftOutOf(db, filter, figure, all.total - shown.length) : []),
  ].join('\n');
}

/** Whoever sorts all servers by a figure hears of those that have none, and how many follow. */
async function leftOutOf(db: Db, filter: ServerFilter, figure: Figure, others: number): Promise<string[]> {
  const unmeasured = and(conditionsOf(filter), isNull(saneFigure(figure)));
  const total = await db.$count(servers, unmeasured);
  const some = await db.select().from(servers).where(unmeasured).orderBy(byName(servers.name), servers.id).limit(NAMED); // prettier-ignore
  const names = listed(some.map(({ name }) => literal(name)));
  const named = `${total > some.length ? 'among them ' : ''}${names}`;
  return [
    ...(others > 0 ? ['', `${counted(others, 'more server follows', 'more servers follow')} in [the inventory](/infrastructure).`] : []),
    ...(total > 0 ? ['', `${counted(total, 'more server was', 'more servers were')} not measured: ${named}.`] : []),
  ]; // prettier-ignore
}

/** Servers without a figure that are named. */
const NAMED = 5;
