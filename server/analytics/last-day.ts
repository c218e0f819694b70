import { sql, type SQL } from 'drizzle-orm';
import { type DayOfEnvironment, DAY_CELLS } from '../../contract/calls/analytics.ts';
import { Environment, type ServerStatus } from '../../contract/shared/server-words.ts';
import { thisMoment } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { serverStates, servers } from '../db/schema.ts';

const CELL_MS = 86_400_000 / DAY_CELLS;
const CELL = sql.raw(`interval '${CELL_MS / 1_000} seconds'`);

type Row = { environment: Environment; cell: number; state: ServerStatus | 'simulated'; count: number };

/**
 * How many servers were in each state in each half hour of the last 24 hours, by environment. A server that changed counts
 * in each of its states. Servers without a change had their state all day.
 */
export async function readLastDay(db: Db, now: SQL = thisMoment): Promise<DayOfEnvironment[]> {
  const { rows } = await db.execute<Row & { start: string }>(sql`
    with day as (select date_bin(${CELL}, ${now}, 'epoch'::timestamptz) - ${DAY_CELLS - 1} * ${CELL} as start),
    changes as (
      select s.id, s.environment, c.at, c.status, c.simulated, c.before, c.was_simulated,
        lead(c.at) over states as next, row_number() over states as n
      from ${serverStates} c join ${servers} s on s.id = c.server_id, day
      where s.deleted_at is null and c.at >= start
      window states as (partition by s.id order by c.at, c.id)
    ), spans as (
      select id, environment, status, simulated, at as began, coalesce(next, ${now}) as ended from changes
      union all
      select id, environment, before, was_simulated, start, at from changes, day where n = 1 and before is not null
    ), placed as (
      select id, environment, case when simulated then 'simulated' else status end as state,
        greatest(0, floor(extract(epoch from began - start) / extract(epoch from ${CELL}))::int) as first,
        least(${DAY_CELLS - 1}, floor(extract(epoch from ended - start) / extract(epoch from ${CELL}))::int) as last
      from spans, day
    ), apart as (
      -- A server that returns to a state within a half hour counts once in it.
      select environment, state, last, greatest(first, 1 + max(last) over (partition by id, state order by first, last
        rows between unbounded preceding and 1 preceding)) as first
      from placed
    ), grouped as (
      select environment, state, first, last, count(*) from apart where first <= last group by 1, 2, 3, 4
      union all
      select environment, case when simulated then 'simulated' else status end, 0, ${DAY_CELLS - 1}, count(*)
      from ${servers} where deleted_at is null and id not in (select id from changes) group by 1, 2
    ), counted as (
      select environment, cell, state, count from grouped, generate_series(first, last) as cell
    )
    select environment, cell, state, sum(count)::int as count, extract(epoch from start)::float8 * 1000 as start
    from counted, day group by environment, cell, state, start`);
  const start = Number(rows[0]?.start ?? 0);
  return Environment.options.flatMap((environment) => {
    const own = rows.filter((row) => row.environment === environment);
    if (own.length === 0) return [];
    const cells = Array.from({ length: DAY_CELLS }, (_, cell) => ({
      from: new Date(start + cell * CELL_MS).toISOString(),
      ...NOBODY,
      ...Object.fromEntries(own.filter((row) => row.cell === cell).map(({ state, count }) => [state, count])),
    }));
    return [{ environment, cells }];
  });
}

const NOBODY = { offline: 0, warning: 0, unknown: 0, maintenance: 0, online: 0, simulated: 0 };
