import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { servers } from '../db/schema.ts';
import { FIELD_NAMES } from './filter-sql.ts';
import type { GroupField } from './dimensions.ts';
import type { Vocabulary } from './vocabulary.ts';

export const GROUP_NAMES: Record<GroupField, string> = { ...FIELD_NAMES, rack: 'rack', site: 'site' };

/** Where in a place a server stands is no place of its own. */
const IN_SITE = String.raw`[\s,;/-]+(rack|cabinet|cage|row|aisle|room|floor|level|shelf|slot|unit|bay)\M.*$`;

/** Whether places are recorded with where in them a server stands. */
export const hasRooms = (vocabulary: Vocabulary): boolean =>
  vocabulary.some((one) => one.field === 'serverLocation' && one.values.some((value) => ROOM.test(value)));
const ROOM = new RegExp(IN_SITE.replace(String.raw`\M`, String.raw`\b`), 'i');

const { primaryFunction, secondaryFunction, tertiaryFunction, serverLocation } = servers;

/** What a server is counted under; under each of its functions, where it has several. */
export function valueOf(field: GroupField): SQL<string | null> {
  if (field === 'rack')
    return sql`case when ${serverLocation} ~* '\\m(rack|cabinet)\\M' then ${serverLocation} end`;
  if (field === 'site')
    return sql`nullif(trim(regexp_replace(${serverLocation}, ${sql.raw(`'${IN_SITE}'`)}, '', 'i')), '')`;
  if (field !== 'function') return sql`nullif(trim(${servers[field]}::text), '')`;
  const all = sql`array[nullif(trim(${primaryFunction}), ''), nullif(trim(${secondaryFunction}), ''), nullif(trim(${tertiaryFunction}), '')]`;
  return sql`unnest(coalesce(nullif(array_remove(${all}, null), '{}'), array[null::text]))`;
}
