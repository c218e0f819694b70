import { and, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { saneFigure } from '../db/sane-figure.ts';
import { servers } from '../db/schema.ts';
import type { GroupField } from './dimensions.ts';
import { conditionsOf, describeFilter, isFiltered } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { figureName } from './figures.ts';
import { GROUP_NAMES, valueOf } from './group-sql.ts';
import { counted, literal, serverLink } from './literal.ts';
import type { Ranking } from './ranking.ts';
import { figureText, LISTED } from './server-answers.ts';

type Group = {
  value: string | null;
  id: string;
  name: string;
  figure: number;
  mean: number;
  measured: number;
  /** Servers of the group that have the same figure. */
  ties: number;
};

const HEADS = { average: 'Average', most: 'Highest', least: 'Lowest' };

/** The average of a figure, or the most or the least of it, for each value of a field. */
export async function answerFigureGroups(
  db: Db,
  filter: ServerFilter,
  field: GroupField,
  { kind, figure, isLeast, isTotal, written, count }: Ranking,
): Promise<string> {
  const column = saneFigure(figure);
  const [order, last] = [isLeast ? sql`asc` : sql`desc`, kind === 'average' ? sql`mean` : sql`figure`];
  const { rows } = await db.execute<Group>(sql`
    select * from (
      select *, avg(figure) over (partition by value)::float8 as mean, count(*) over (partition by value)::int as measured,
        count(*) over (partition by value, figure)::int as ties,
        row_number() over (partition by value order by figure ${order}, name) as place
      from (select ${valueOf(field)} as value, ${servers.id} as id, ${servers.name} as name, ${column}::float8 as figure
        from ${servers} where ${and(conditionsOf(filter), isNotNull(column))}) measured) ranked
    where place = 1 order by ${last} ${order}, value`);
  const about = isFiltered(filter) ? ` of servers with ${describeFilter(filter)}` : '';
  const name = figureName(figure);
  if (rows.length === 0) return `The ${name}${about || ' of no server'} was not measured.`;
  const most = written ? count : LISTED;
  const lines = rows.slice(0, most).map((row) => {
    const of = row.value?.trim() ? literal(row.value) : 'not recorded';
    if (kind === 'average')
      return `- ${of}: **${figureText(figure, row.mean)}**, measured on ${counted(row.measured, 'server')}`;
    const more = row.ties > 1 ? ` and ${row.ties - 1} more` : '';
    return `- ${of}: **${figureText(figure, row.figure)}** · ${serverLink(row)}${more}`;
  });
  const none = isTotal ? ['Percentages have no total, so this is their average.', ''] : [];
  const rest = rows.length > most && !written ? ['', `And ${rows.length - most} more values.`] : [];
  return [...none, `${HEADS[kind]} ${name}${about} by ${GROUP_NAMES[field]}:`, '', ...lines, ...rest].join(
    '\n',
  );
}
