import { and, or, sql, type SQL } from 'drizzle-orm';
import { DEFAULT_TIME_ZONE } from '../../contract/dates.ts';
import { readFilter } from '../../contract/filter-text.ts';
import type { Filter } from '../../contract/inventory-query.ts';
import type { ServerFilters } from '../../contract/servers.ts';
import type { Actor } from '../actor.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { containing, fold } from '../search/queries.ts';
import { findSettings } from '../settings/queries.ts';
import { whereServers, type At } from './filter-sql.ts';

/** Where days of a filter begin: in the time zone of whoever reads. The settings are read only for a filter that may name a day. */
export async function readerAt(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  { q, filter }: ServerFilters,
): Promise<At> {
  const isOfTime = readFilter(`${q ?? ''} ${filter ?? ''}`)
    .flat()
    .some(({ kind }) => kind === 'time');
  const settings = isOfTime ? await findSettings(db, actor.userId) : undefined;
  return { now: new Date(), timeZone: settings?.profile.timezone ?? DEFAULT_TIME_ZONE };
}

/** The servers outside the bin that the filters of a list let through. */
export const matching = ({ q, filter, environment, status }: ServerFilters, at: At): SQL | undefined =>
  and(
    notInBin(servers),
    q?.trim() ? found(q.trim(), at) : undefined,
    whereServers(filter === undefined ? [] : readFilter(filter), at),
    whereServers(
      [
        ...(environment && environment !== 'all' ? [isExactly('environment', environment)] : []),
        ...(status && status !== 'all' ? [isExactly('status', status)] : []),
      ],
      at,
    ),
  );

const isExactly = (field: 'environment' | 'status', value: string): Filter[number] => [
  { kind: 'is', field, values: [value], exact: true },
];

/** Whatever holds the text as it was typed (seed, section 5), and what fits it read as a filter. */
function found(q: string, at: At): SQL | undefined {
  const asTyped = sql`${servers.folded} like ${containing(fold(q))}`;
  const asRead = readFilter(q);
  // A word with a dash in front, and nothing else, is looked for with its dash.
  const isOnlyExclusion = asRead.flat().every((condition) => condition.kind === 'text' && condition.not);
  return isOnlyExclusion ? asTyped : or(asTyped, whereServers(asRead, at));
}
