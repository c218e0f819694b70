import { and, or, sql, type SQL } from 'drizzle-orm';
import { DEFAULT_TIME_ZONE } from '../../contract/shared/dates.ts';
import { readFilter } from '../../contract/shared/filter-text.ts';
import type { Filter } from '../../contract/shared/inventory-query.ts';
import type { ServerFilters } from '../../contract/calls/servers.ts';
import { fold } from '../../contract/shared/fold.ts';
import type { Actor } from '../actor.ts';
import { notInBin } from '../db/bin.ts';
import { readTime } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { containing } from '../search/fold.ts';
import { findSettings } from '../settings/queries.ts';
import { isCalledAnyOf, isCalledLike } from './vocabulary.ts';
import { whereServers } from './filter-sql.ts';
import type { At } from '../../contract/shared/time-zone.ts';

/** For filters without a condition on time. */
export const NO_TIME: At = { now: new Date(0), timeZone: DEFAULT_TIME_ZONE };

/** The time, and the reader's time zone, in which days begin. Reads both only for a filter that may contain a day. */
export async function readerAt(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  { q, filter }: ServerFilters,
): Promise<At> {
  const isOfTime = readFilter(`${q ?? ''} ${filter ?? ''}`)
    .flat()
    .some(({ kind }) => kind === 'time');
  if (!isOfTime) return NO_TIME;
  const [now, settings] = await Promise.all([readTime(db), findSettings(db, actor.userId)]);
  return { now, timeZone: settings?.profile.timezone ?? DEFAULT_TIME_ZONE };
}

/** The condition of a list's filters, for servers outside the bin. */
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

/** Matches servers that contain the text as typed, and servers that match it as a filter. */
function found(q: string, at: At): SQL | undefined {
  const asTyped = sql`${servers.folded} like ${containing(fold(q))}`;
  const asRead = readFilter(q);
  // A single word with a leading dash also searches for the dash itself.
  const isOnlyExclusion = asRead.flat().every((condition) => condition.kind === 'text' && condition.not);
  if (isOnlyExclusion) return asTyped;
  const held = or(asTyped, whereServers(asRead, at));
  return isNumbered(q) ? or(held, sql`${servers.id} = any(array(${likeNames(q)}))`) : held;
}

const isNumbered = (q: string): boolean => /^\p{L}[\p{L}\p{N}._-]*\p{N}$/u.test(q);

/**
 * "web-1" finds web-01 if no server is called web-1. An array, so that PostgreSQL looks for such names once and not for each
 * row. An index finds the first letters.
 */
function likeNames(q: string): SQL {
  const [letters = ''] = /^\p{L}+/u.exec(q) ?? [];
  const called = sql`select from ${servers} where ${and(notInBin(servers), isCalledAnyOf([q.toLowerCase()]))}`;
  return sql`
    select id from ${servers}
    where not exists (${called}) and ${servers.folded} like ${containing(fold(letters))} and ${isCalledLike([q])}`;
}
