import { and, desc, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { exactTime } from '../../../contract/dates.ts';
import { figureText, spanLabel } from '../../../contract/filter-labels.ts';
import type { Filter, InventoryQuery } from '../../../contract/inventory-query.ts';
import type { Db } from '../../db/open.ts';
import { incidents, servers } from '../../db/schema.ts';
import { idsOfServers, instantOf, whereServers } from '../../servers/queries.ts';
import type { At } from '../../servers/queries.ts';
import { counted, literal, serverAddress, serverLink } from './markdown.ts';
import { about, listText, onlyText } from './result.ts';
import type { QueryResult } from './result.ts';

/** Outages named in one reply. */
const LISTED = 20;

/** Outages of the servers that are meant, the last first; a time of the question bounds the outages themselves. */
export async function answerOutages(db: Db, query: InventoryQuery, at: At): Promise<QueryResult> {
  const { ask } = query;
  const { where, span, label } = splitTime(query.where, at);
  const ended = sql`coalesce(${incidents.endedAt}, ${at.now})`;
  const seconds = sql<number>`extract(epoch from ${ended} - ${incidents.startedAt})::float8`;
  const those = and(
    inArray(incidents.serverId, idsOfServers(whereServers(where, at))),
    span?.from && sql`${ended} >= ${span.from}`,
    span?.to && sql`${incidents.startedAt} < ${span.to}`,
  );
  const isTop = ask.kind === 'top';
  const order: SQL[] = isTop
    ? [ask.direction === 'desc' ? sql`${seconds} desc` : sql`${seconds}`]
    : [desc(incidents.startedAt)];
  const limit = isTop ? ask.take : LISTED;
  const [rows, total] = await Promise.all([
    db
      .select({
        id: servers.id,
        name: servers.name,
        startedAt: incidents.startedAt,
        endedAt: incidents.endedAt,
        message: incidents.message,
        seconds,
      })
      .from(incidents)
      .innerJoin(servers, sql`${servers.id} = ${incidents.serverId}`)
      .where(those)
      .orderBy(...order, incidents.id)
      .limit(limit),
    db.$count(incidents, those),
  ]);
  const of = `${where.length > 0 ? ` of servers${about(where)}` : ''}${label ? ` ${label}` : ''}`;
  if (total === 0) return onlyText(`No outage${of} is recorded.`);
  if (ask.kind === 'count')
    return { rows: [{ count: total }], total, text: `${counted(total, 'outage')}${of}.` };
  const lines = rows.map((row) => {
    const end = row.endedAt ? `until ${exactTime(row.endedAt, at.timeZone)}` : 'still down';
    const length = `**${figureText('uptime', row.seconds)}**`;
    return `- ${serverLink(row)} · ${exactTime(row.startedAt, at.timeZone)} ${end} · ${length} · ${literal(row.message)}`;
  });
  const sorted = isTop
    ? `, the ${ask.direction === 'desc' ? 'longest' : 'shortest'} first`
    : ', the last first';
  const head = `${counted(total, 'outage')}${of}${sorted} (times in ${at.timeZone}):`;
  return {
    rows: rows.map(({ id, name, startedAt, endedAt, message, seconds: length }) => ({
      server: name,
      link: serverAddress(id),
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      seconds: Math.round(length),
      message,
    })),
    total,
    text: listText(head, lines, isTop ? 0 : total - rows.length),
  };
}

/** Takes the time of outages out of the conditions on servers. */
function splitTime(
  filter: Filter,
  at: At,
): { where: Filter; span: { from: Date | undefined; to: Date | undefined } | undefined; label: string } {
  const isTime = (group: Filter[number]) =>
    group.length === 1 && group[0]?.kind === 'time' && group[0].event === 'outage' && !group[0].not;
  const time = filter.find(isTime)?.[0];
  const where = filter.filter((group) => !isTime(group));
  if (time?.kind !== 'time') return { where, span: undefined, label: '' };
  const { from, to } = time;
  const span = {
    from: from === undefined ? undefined : instantOf(from, at),
    to: to === undefined ? undefined : instantOf(to, at),
  };
  return { where, span, label: spanLabel(from, to) };
}
