import { and, type SQL } from 'drizzle-orm';
import { writeFilter } from '../../../contract/shared/filter-text.ts';
import {
  READABLE,
  type Ask,
  type Filter,
  type ReadableField,
} from '../../../contract/shared/inventory-query.ts';
import { notInBin } from '../../db/bin.ts';
import type { Db } from '../../db/open.ts';
import { servers } from '../../db/schema.ts';
import { fieldText, fieldValue, plainRow } from '../../servers/field-text.ts';
import { whereServers } from '../../servers/filter-sql.ts';
import { countServers, selectNamedServers } from '../../servers/statistics.ts';
import type { NamedServer } from '../../servers/statistics.ts';
import type { At } from '../../../contract/shared/time-zone.ts';
import { counted, serverLink } from '../../text/written-markdown.ts';
import { about, LISTED, listText, noServer, type QueryResult } from './result.ts';

export const those = (filter: Filter, at: At): SQL | undefined =>
  and(notInBin(servers), whereServers(filter, at));

/** Shown when the question names no field. */
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

/** The number of servers, their list, or the values of their fields. */
export async function answerServers(
  db: Db,
  where: Filter,
  ask: Extract<Ask, { kind: 'count' | 'list' | 'value' }>,
  at: At,
): Promise<QueryResult> {
  if (ask.kind === 'count') {
    const count = await countServers(db, those(where, at));
    return { rows: [{ count }], total: count, text: `${counted(count, 'server')}${about(where, at)}.` };
  }
  const { rows, total } = await selectNamedServers(db, those(where, at), LISTED);
  if (total === 0) return noServer(where, at);
  const more = ` in [Infrastructure](/infrastructure?filter=${encodeURIComponent(writeFilter(where))})`;
  const text =
    ask.kind === 'value'
      ? rows.map((row) => factsOf(row, ask.fields, at.timeZone)).join('\n\n')
      : listText(
          `${counted(total, 'server')}${about(where, at)}:`,
          rows.map((row) => lineOf(row, [...new Set([...ask.fields, ...comparedIn(where)])], at.timeZone)),
          total - rows.length,
          more,
        );
  return { rows: rows.map((row) => plainRow(row, READABLE, at.timeZone)), total, text };
}

/** Figures, addresses and dates of the conditions: a list of servers with a full disk shows how full it is. */
const comparedIn = (where: Filter): ReadableField[] =>
  where.flat().flatMap((condition) => {
    if (condition.kind === 'address') return 'ipAddress';
    if (condition.kind === 'time' && condition.event === 'certificate') return 'certificate';
    return condition.kind === 'figure' ? condition.field : [];
  });

const lineOf = (row: NamedServer, fields: ReadableField[], timeZone: string): string =>
  [
    `- ${serverLink(row)}`,
    row.environment,
    row.status,
    ...fields.map((field) => fieldText(row, field, timeZone)),
  ].join(' · ');

function factsOf(row: NamedServer, fields: ReadableField[], timeZone: string): string {
  const [only, ...others] = fields;
  if (only && others.length === 0) return `${serverLink(row)}: ${fieldText(row, only, timeZone)}`;
  const shown = only ? fields : FACTS.filter((field) => fieldValue(row, field, timeZone) !== null);
  return listText(
    `${serverLink(row)}:`,
    shown.map((field) => `- ${fieldText(row, field, timeZone)}`),
  );
}
