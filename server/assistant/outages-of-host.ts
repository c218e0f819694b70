import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { incidents, servers } from '../db/schema.ts';
import type { ServerRow } from '../servers/queries.ts';
import { timesIn, toldTime } from './account-time.ts';
import { durationText } from './host-answers.ts';
import { counted, literal, serverLink } from './literal.ts';
import { outageLines, outagesWhere, restOf } from './outage-rows.ts';
import { lasted, lastedIn } from './outage-times.ts';
import type { TimeSpan } from './time-span.ts';

/** Since when one server is down, or when it was last; in a time that was named, all of its outages. */
export async function outagesOf(
  db: Db,
  host: ServerRow,
  {
    span,
    timeZone,
    isLongest,
    isAll,
  }: { span: TimeSpan | undefined; timeZone: string; isLongest: boolean; isAll: boolean },
): Promise<string> {
  const those = and(eq(servers.id, host.id), span && lastedIn(span));
  const rows = await outagesWhere(db, those, isLongest ? desc(lasted) : desc(incidents.startedAt), span);
  const link = serverLink(host);
  const [first] = rows;
  if (!first) {
    const lack = `No outage of ${link} is recorded${span ? ` ${span.said}` : ''}.`;
    return host.status === 'offline' && !span
      ? `${link} is **offline**, but when it went down is not recorded: no health check saw it.`
      : `${lack} Its status is **${literal(host.status)}**.`;
  }
  if (span || isLongest || isAll) {
    const head = isLongest
      ? `Longest outage of ${link}${span ? ` ${span.said}` : ''}`
      : `${counted(first.total, 'outage')} of ${link}${span ? ` ${span.said}` : ''}, ${durationText(first.allSeconds)} in all`;
    return [
      `${head}${timesIn(timeZone)}:`,
      '',
      ...outageLines(isLongest ? rows.slice(0, 1) : rows, timeZone),
      ...restOf(first.total, isLongest ? 0 : rows.length),
    ].join('\n');
  }
  if (first.endedAt === null)
    return `${link} has been down since **${toldTime(first.startedAt, timeZone)}**, for **${durationText(first.seconds)}**.`;
  const now =
    host.status === 'offline'
      ? `${link} is **offline**; since when is not recorded.`
      : `${link} is not down: its status is **${literal(host.status)}**.`;
  return `${now} It last went down **${toldTime(first.startedAt, timeZone)}** until **${toldTime(first.endedAt, timeZone)}**, for **${durationText(first.seconds)}**.`;
}
