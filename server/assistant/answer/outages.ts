import { exactTime } from '../../../contract/shared/dates.ts';
import { figureText, labelOf, spanLabel } from '../../../contract/shared/filter-labels.ts';
import type {
  Ask,
  Filter,
  InventoryQuery,
  Moment,
  QueryEvent,
} from '../../../contract/shared/inventory-query.ts';
import type { Db } from '../../db/open.ts';
import { fieldText } from '../../servers/field-text.ts';
import { instantOf, whereServers } from '../../servers/filter-sql.ts';
import { isOutageEvent, OUTAGE_EVENTS, type OutagePeriod, listOutages } from '../../servers/incidents.ts';
import { idsOfServers, selectNamedServers } from '../../servers/statistics.ts';
import type { At } from '../../../contract/shared/time-zone.ts';
import { serverPage } from '../../../contract/shared/item-address.ts';
import { counted, literal, serverLink } from '../../text/written-markdown.ts';
import { about, LISTED, listText, onlyText, placeText, type QueryResult } from './result.ts';

/** Outages of the matching servers, newest first. A time in the question limits the outages themselves. */
export async function answerOutages(db: Db, query: InventoryQuery, at: At): Promise<QueryResult> {
  const { ask } = query;
  const { where, ...period } = withoutTime(query.where, ...OUTAGE_EVENTS);
  const top = ask.kind === 'top' ? ask : undefined;
  const order = top ? orderOf(top) : 'last';
  const nth = top?.nth;
  const limit = top ? (nth ?? top.take) : LISTED;
  const servers = idsOfServers(whereServers(where, at));
  const { rows: all, total } = await listOutages(db, { servers, ...periodOf(period, at), order, limit });
  const of = outagesLabel(where, period, at);
  if (total === 0) return onlyText(`No outage${of} is recorded.`);
  if ((nth ?? 1) > total) return onlyText(`Only ${counted(total, 'outage')}${of} can be ranked.`);
  if (ask.kind === 'count')
    return { rows: [{ count: total }], total, text: `${counted(total, 'outage')}${of}.` };
  const rows = nth === undefined ? all : all.slice(nth - 1);
  const fields = 'fields' in ask ? (ask.fields ?? []) : [];
  const ids = [...new Set(rows.map(({ id }) => id))];
  const named = fields.length > 0 ? await selectNamedServers(db, inIds(ids, at), ids.length) : undefined;
  const lines = rows.map((row) => {
    const end = row.endedAt ? `until ${exactTime(row.endedAt, at)}` : 'still down';
    const length = `**${figureText('uptime', row.seconds)}**`;
    const server = named?.rows.find(({ id }) => id === row.id);
    const others = server ? fields.map((field) => fieldText(server, field, at.timeZone)) : [];
    const period = `${exactTime(row.startedAt, at)} ${end}`;
    return [`- ${serverLink(row)}`, period, length, literal(row.message), ...others].join(' · ');
  });
  const word = order === 'first' ? 'earliest' : order;
  const place = nth === undefined ? `the ${word} first` : `the ${placeText(nth)} ${word}`;
  const head = `${counted(total, 'outage')}${of}, ${place} (times in ${at.timeZone}):`;
  return {
    rows: rows.map(({ id, name, ...outage }) => ({ server: name, link: serverPage(id), ...outage })),
    total,
    text: listText(head, lines, top ? 0 : total - rows.length),
  };
}

const inIds = (ids: string[], at: At) => whereServers([[{ kind: 'server', ids }]], at);

const orderOf = ({ by, direction }: Extract<Ask, { kind: 'top' }>) => {
  if (by === 'duration') return direction === 'desc' ? 'longest' : 'shortest';
  return direction === 'desc' ? 'last' : 'first';
};

type Period = { event?: QueryEvent | undefined; from?: Moment | undefined; to?: Moment | undefined };

/** Which outages a reply is about: " of servers (Environment: production) in the last 7 days". Empty for all of them. */
export const outagesLabel = (where: Filter, { event, from, to }: Period, at: At): string => {
  const isOfAll = event === undefined || event === 'outage';
  const time = isOfAll ? spanLabel(from, to, at) : `(${labelOf({ kind: 'time', event, from, to }, at)})`;
  return `${where.length > 0 ? ` of servers${about(where, at)}` : ''} ${time}`.trimEnd();
};

/** Removes the time of an event from the conditions on servers. */
export function withoutTime(filter: Filter, ...events: QueryEvent[]): { where: Filter } & Period {
  const isTime = ([condition, ...others]: Filter[number]) =>
    others.length === 0 && condition?.kind === 'time' && events.includes(condition.event) && !condition.not;
  const time = filter.find(isTime)?.[0];
  const where = filter.filter((group) => !isTime(group));
  return time?.kind === 'time' ? { where, event: time.event, from: time.from, to: time.to } : { where };
}

export const periodOf = ({ event, ...bounds }: Period, at: At): OutagePeriod => ({
  event: event && isOutageEvent(event) ? event : undefined,
  ...boundsOf(bounds, at),
  now: at.now,
});

export const boundsOf = ({ from, to }: Period, at: At) => ({
  from: from === undefined ? undefined : instantOf(from, at),
  to: to === undefined ? undefined : instantOf(to, at),
});
