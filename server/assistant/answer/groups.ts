import type { Ask, InventoryQuery, Filter } from '../../../contract/shared/inventory-query.ts';
import { shortLabel, type UniqueField } from '../../../contract/shared/server-fields.ts';
import type { Db } from '../../db/open.ts';
import { whereServers } from '../../servers/filter-sql.ts';
import { OUTAGE_EVENTS } from '../../servers/incidents.ts';
import { countByField, listDuplicates } from '../../servers/statistics.ts';
import type { At } from '../../../contract/shared/time-zone.ts';
import { serverPage } from '../../../contract/shared/item-address.ts';
import { literal, code, counted, serverLink } from '../../text/written-markdown.ts';
import { outagesLabel, periodOf, withoutTime } from './outages.ts';
import { about, LISTED, listText, noServer, onlyText, type QueryResult } from './result.ts';
import { those } from './servers.ts';

/** Counts of the matching servers, or of their outages, per value of a field. A time in the question limits the outages. */
export async function answerGroups(
  db: Db,
  { from, where: filter }: InventoryQuery,
  ask: Extract<Ask, { kind: 'group' }>,
  at: At,
): Promise<QueryResult> {
  const isFewestFirst = ask.order === 'fewest';
  const isOfOutages = from === 'outages';
  const { where, ...period } = isOfOutages ? withoutTime(filter, ...OUTAGE_EVENTS) : { where: filter };
  const outages = isOfOutages ? periodOf(period, at) : undefined;
  const groups = await countByField(db, those(where, at), ask.by, { isFewestFirst, outages });
  if (groups.length === 0) return noServer(where, at);
  const of = isOfOutages ? outagesLabel(where, period, at) : about(where, at);
  if (groups.every(({ total }) => total === 0)) return onlyText(`No outage${of} is recorded.`);
  const named = groups.filter(({ value }) => value !== null);
  const [lead] = named;
  const leading = named
    .filter(({ total }) => total === lead?.total)
    .map(({ value }) => `**${literal(value ?? '')}**`);
  const first =
    ask.order && lead
      ? `${leading.join(', ')} ${leading.length === 1 ? 'has' : 'have'} the ${isFewestFirst ? 'fewest' : 'most'}: ${lead.total}. `
      : '';
  const head = `${first}${isOfOutages ? 'Outages' : 'Servers'}${of} by ${shortLabel(ask.by)}, **${named.length}** in all:`;
  const shown = ask.take ? named.slice(0, ask.take) : groups.slice(0, LISTED);
  const lines = shown.map(
    ({ value, total }) => `- ${value === null ? 'not recorded' : literal(value)}: **${total}**`,
  );
  return {
    rows: shown.map(({ value, total }) => ({ [ask.by]: value, count: total })),
    total: named.length,
    text: listText(head, lines, groups.length - shown.length),
  };
}

/** Values that several servers have, each with those servers. */
export async function answerDuplicates(db: Db, where: Filter, of: UniqueField, at: At): Promise<QueryResult> {
  const found = await listDuplicates(db, whereServers(where, at), of);
  const label = shortLabel(of);
  const whose = where.length > 0 ? ` of servers${about(where, at)}` : '';
  if (found.length === 0) return onlyText(`No ${label}${whose} belongs to several servers.`);
  const shown = found.slice(0, LISTED);
  const lines = shown.map(
    ({ value, servers }) =>
      `- ${code(value)}: ${servers.map((row) => `${serverLink(row)} · ${row.environment} · ${row.status}`).join(', ')}`,
  );
  const total = new Set(found.flatMap(({ servers }) => servers.map(({ id }) => id))).size;
  const head = `**${found.length}** duplicate ${label}${whose}, on ${counted(total, 'server')}:`;
  return {
    rows: shown.map(({ value, servers }) => ({
      [of]: value,
      servers: servers.map(({ id, name }) => ({ server: name, link: serverPage(id) })),
    })),
    total: found.length,
    text: listText(head, lines, found.length - lines.length),
  };
}
