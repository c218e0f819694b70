import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { fold } from '../../contract/fold.ts';
import { AGE, DAY } from '../../contract/wanted.ts';
import type { Operator, OperatorName } from '../../contract/wanted.ts';
import {
  documents,
  searchEntries as entries,
  serverDocuments,
  servers,
  teamMembers,
  users,
} from '../db/schema.ts';
import { containing } from './fold.ts';

/** Letters and digits alone, so that how-to, how_to and "How To" are the same type. */
const bare = (value: string) => fold(value).replace(/[\s_-]+/g, '');

const UNITS: Record<string, string> = { h: 'hours', d: 'days', w: 'weeks', m: 'months', y: 'years' };

/** The condition that an operator puts on the entries. */
export function conditionOf({ name, value, isNot, text }: Operator, timeZone: string): SQL {
  // What reads like an operator may be a text as well: a log that says "status:500", an image "tag:latest".
  const condition = sql`(${CONDITIONS[name](value, timeZone)} or ${entries.folded} like ${containing(text)})`;
  return isNot ? sql`not coalesce(${condition}, false)` : condition;
}

const starts = (value: string) => containing(value).slice(1);

const CONDITIONS: Record<OperatorName, (value: string, timeZone: string) => SQL> = {
  type: (value) =>
    sql`(${entries.kind} like ${starts(bare(value))}
      or ${entries.kind} = 'document' and replace(replace(${entries.type}, '-', ''), '_', '') like ${starts(bare(value))}
      or ${entries.kind} = 'server' and ${entries.id} in (select id from ${servers} where server_type ilike ${starts(value)}))`,
  category: (value) =>
    sql`${entries.kind} = 'document' and coalesce(${entries.category}, 'Uncategorized') ilike ${starts(value)}`,
  tag: (value) => sql`exists (select 1 from unnest(${entries.tags}) as tag where tag ilike ${starts(value)})`,
  author: (value) =>
    sql`${entries.kind} = 'document' and ${entries.id} in (
      select d.id from ${documents} as d join ${users} as u on u.id in (d.author_id, d.last_updated_by)
      where concat_ws(' ', u.first_name, u.last_name, u.email) ilike ${containing(value)} or u.id::text = ${value}
        or concat_ws(' ', d.author_elsewhere, d.updater_elsewhere) ilike ${containing(value)})`,
  server: (value) =>
    sql`(${entries.kind} = 'server' and ${entries.foldedTitle} like ${containing(fold(value))}
      or ${entries.kind} = 'document' and ${entries.id} in (
        select l.document_id from ${serverDocuments} as l join ${servers} as s on s.id = l.server_id
        where s.name ilike ${containing(value)}))`,
  env: (value) => sql`${entries.kind} = 'server' and ${entries.type} ilike ${starts(value)}`,
  status: (value) =>
    sql`(${entries.kind} = 'server' and ${entries.category} ilike ${starts(value)}
      or ${entries.kind} = 'document' and ${entries.id} in (
        select id from ${documents} where is_published = ${'published'.startsWith(fold(value))})
        and (${'published'.startsWith(fold(value))} or ${'draft'.startsWith(fold(value))})
      or ${entries.kind} = 'member' and ${entries.id} in (select id from ${teamMembers} where status ilike ${starts(value)}))`,
  updated,
};

/**
 * `>30d`: longer ago than that. `<7d` and `7d`: since then. `>2026-01-31`: after that day; without a sign: on it. Days begin
 * and end in the time zone of the reader.
 */
function updated(value: string, timeZone: string): SQL {
  const [, sign, count, unit = 'd'] = AGE.exec(value) ?? [];
  if (count !== undefined) {
    const then = sql`now() - ${`${count} ${UNITS[unit]}`}::interval`;
    return sign === '>' ? sql`${entries.updatedAt} < ${then}` : sql`${entries.updatedAt} >= ${then}`;
  }
  const [, of, day] = DAY.exec(value) ?? [];
  const start = sql`(${day}::date::timestamp at time zone ${timeZone})`;
  const end = sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`;
  if (of === '>') return sql`${entries.updatedAt} >= ${end}`;
  if (of === '<') return sql`${entries.updatedAt} < ${start}`;
  return sql`(${entries.updatedAt} >= ${start} and ${entries.updatedAt} < ${end})`;
}
