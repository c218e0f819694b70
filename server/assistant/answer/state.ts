import { sql } from 'drizzle-orm';
import { exactTime } from '../../../contract/shared/dates.ts';
import { figureText, FIGURE_LABELS, spanLabel } from '../../../contract/shared/filter-labels.ts';
import type { Ask, Filter } from '../../../contract/shared/inventory-query.ts';
import { isSane, Figure } from '../../../contract/shared/server-fields.ts';
import { listStatusByHand } from '../../audit/queries.ts';
import { countForUptime } from '../../checks/queries.ts';
import type { Db } from '../../db/open.ts';
import { instantOf, whereServers } from '../../servers/filter-sql.ts';
import { listOpenOutages } from '../../servers/incidents.ts';
import { idsOfServers, selectNamedServers, type NamedServer } from '../../servers/statistics.ts';
import type { At } from '../../../contract/shared/time-zone.ts';
import { serverPage } from '../../../contract/shared/item-address.ts';
import { counted, literal, serverLink } from '../../text/written-markdown.ts';
import { about, noServer, onlyText, type QueryResult } from './result.ts';
import { those } from './servers.ts';

/** Servers whose reasons one reply lists. */
const LISTED = 10;

/** The reasons for a status: open outage, last check, figures, and who set the status by hand. */
export async function answerWhy(db: Db, where: Filter, at: At): Promise<QueryResult> {
  const { rows, total } = await selectNamedServers(db, those(where, at), LISTED);
  if (total === 0) return noServer(where, at);
  const ids = rows.map(({ id }) => id);
  const [open, words] = await Promise.all([listOpenOutages(db, ids), listStatusByHand(db, ids)]);
  const reasons = rows.map((row) => {
    const outage = open.find(({ serverId }) => serverId === row.id);
    const word = words.find(({ id, status }) => id === row.id && status === row.status);
    return [
      `${serverLink(row)} is **${row.status}**.`,
      outage && `It is down since **${exactTime(outage.startedAt, at)}**: “${literal(outage.message)}”.`,
      !outage && word && `${literal(word.actor)} set this status at ${exactTime(word.at, at)}.`,
      lastCheck(row, at),
    ]
      .filter(Boolean)
      .join(' ');
  });
  const more = total > rows.length ? [`And ${total - rows.length} more.`] : [];
  return {
    rows: rows.map((row) => ({
      server: row.name,
      link: serverPage(row.id),
      status: row.status,
      lastMessage: row.lastMessage,
      lastHealthCheck: row.lastHealthCheck?.toISOString() ?? null,
      downSince: open.find(({ serverId }) => serverId === row.id)?.startedAt.toISOString() ?? null,
    })),
    total,
    text: [...reasons, ...more].join('\n\n'),
  };
}

function lastCheck(row: NamedServer, at: At): string {
  if (!row.lastHealthCheck) return 'It was never checked.';
  const figures = Figure.options.filter((figure) => figure !== 'uptime' && isSane(figure, row[figure]));
  const measured = figures
    .map((figure) => `${FIGURE_LABELS[figure]} ${figureText(figure, row[figure] ?? 0)}`)
    .join(', ');
  const message = row.lastMessage ? `“${literal(row.lastMessage)}”` : 'no message';
  return (
    `The last check, at ${exactTime(row.lastHealthCheck, at)}${row.simulated ? ' (simulated)' : ''}, ` +
    `said ${message}.${measured ? ` It measured ${measured}.` : ''}`
  );
}

const DEFAULT_PERIOD = '30d';

/** The share of good checks. As everywhere in the product, maintenance, simulated and unknown results do not count. */
export async function answerAvailability(
  db: Db,
  where: Filter,
  { from = DEFAULT_PERIOD, to }: Extract<Ask, { kind: 'availability' }>,
  at: At,
): Promise<QueryResult> {
  const of = sql`server_id in ${idsOfServers(whereServers(where, at))}`;
  const until = to === undefined ? undefined : sql`${instantOf(to, at)}`;
  const { good, bad, percent } = await countForUptime(db, of, sql`${instantOf(from, at)}`, until);
  const those = `${where.length > 0 ? `servers${about(where, at)}` : 'all servers'} ${spanLabel(from, to, at)}`;
  if (percent === null)
    return onlyText(`The availability of ${those} is not known: no check of that time counts.`);
  const text = `The availability of ${those} is **${percent} %**: of ${counted(good + bad, 'check')}, **${bad}** failed.`;
  return { rows: [{ percent, good, bad }], total: good + bad, text };
}
