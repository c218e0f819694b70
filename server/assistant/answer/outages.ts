import { exactTime } from '../../../contract/dates.ts';
import { figureText, spanLabel } from '../../../contract/filter-labels.ts';
import type { Filter, InventoryQuery, Moment } from '../../../contract/inventory-query.ts';
import { listOutages } from '../../checks/queries.ts';
import type { Db } from '../../db/open.ts';
import { idsOfServers, instantOf, whereServers, type At } from '../../servers/queries.ts';
import { counted, literal, serverAddress, serverLink } from '../../text/markdown.ts';
import { about, LISTED, listText, onlyText, placeText, type QueryResult } from './result.ts';

/** Outages of the matching servers, newest first. A time in the question limits the outages themselves. */
export async function answerOutages(db: Db, query: InventoryQuery, at: At): Promise<QueryResult> {
  const { ask } = query;
  const { where, from, to } = withoutTime(query.where, 'outage');
  const order = ask.kind === 'top' ? (ask.direction === 'desc' ? 'longest' : 'shortest') : 'last';
  const nth = ask.kind === 'top' ? ask.nth : undefined;
  const limit = ask.kind === 'top' ? (nth ?? ask.take) : LISTED;
  const servers = idsOfServers(whereServers(where, at));
  const { rows: all, total } = await listOutages(db, {
    servers,
    ...boundsOf({ from, to }, at),
    now: at.now,
    order,
    limit,
  });
  const of = outagesLabel(where, { from, to }, at);
  if (total === 0) return onlyText(`No outage${of} is recorded.`);
  if ((nth ?? 1) > total) return onlyText(`Only ${counted(total, 'outage')}${of} can be ranked.`);
  if (ask.kind === 'count')
    return { rows: [{ count: total }], total, text: `${counted(total, 'outage')}${of}.` };
  const rows = nth === undefined ? all : all.slice(nth - 1);
  const lines = rows.map((row) => {
    const end = row.endedAt ? `until ${exactTime(row.endedAt, at.timeZone)}` : 'still down';
    const length = `**${figureText('uptime', row.seconds)}**`;
    return `- ${serverLink(row)} · ${exactTime(row.startedAt, at.timeZone)} ${end} · ${length} · ${literal(row.message)}`;
  });
  const place = nth === undefined ? `the ${order} first` : `the ${placeText(nth)} ${order}`;
  const head = `${counted(total, 'outage')}${of}, ${place} (times in ${at.timeZone}):`;
  return {
    rows: rows.map(({ id, name, ...outage }) => ({ server: name, link: serverAddress(id), ...outage })),
    total,
    text: listText(head, lines, ask.kind === 'top' ? 0 : total - rows.length),
  };
}

type Period = { from?: Moment | undefined; to?: Moment | undefined };

/** Which outages a reply is about: " of servers (Environment: production) in the last 7 days". Empty for all of them. */
export const outagesLabel = (where: Filter, { from, to }: Period, at: At): string =>
  `${where.length > 0 ? ` of servers${about(where, at)}` : ''} ${spanLabel(from, to, at.timeZone)}`.trimEnd();

/** Removes the time of an event from the conditions on servers. */
export function withoutTime(filter: Filter, ...events: string[]): { where: Filter } & Period {
  const isTime = ([condition, ...others]: Filter[number]) =>
    others.length === 0 && condition?.kind === 'time' && events.includes(condition.event) && !condition.not;
  const time = filter.find(isTime)?.[0];
  const where = filter.filter((group) => !isTime(group));
  return time?.kind === 'time' ? { where, from: time.from, to: time.to } : { where };
}

export const boundsOf = ({ from, to }: Period, at: At) => ({
  from: from === undefined ? undefined : instantOf(from, at),
  to: to === undefined ? undefined : instantOf(to, at),
});
