import { and, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { incidents, servers } from '../db/schema.ts';
import { durationText } from './host-answers.ts';
import { counted, serverLink } from './literal.ts';
import { ended, lastedIn } from './outage-times.ts';
import type { TimeSpan } from './time-span.ts';

const RANKED = 10;

export const MOST_OUTAGES =
  /(?:(?:had|has|have|with|having|saw) )?(?:the )?(?:most|highest number of|largest number of) (?:outages|incidents|failures)|(?:(?:was|were|is|are|went|goes|go|fell|failed) )?(?:down |offline )?(?:the )?most often(?: down| offline)?/;

/** Which servers were down most often, those with as many by how long that was. */
export async function answerMostOutages(
  db: Db,
  those: SQL | undefined,
  { span, about }: { span: TimeSpan | undefined; about: string },
): Promise<string> {
  const from = span ? sql`greatest(${incidents.startedAt}, ${span.from})` : sql`${incidents.startedAt}`;
  const until = span?.until ? sql`least(${ended}, ${span.until})` : ended;
  const total = sql<number>`count(*)::int`;
  const seconds = sql<number>`sum(extract(epoch from ${until} - ${from}))::float8`;
  const rows = await db
    .select({ id: servers.id, name: servers.name, total, seconds })
    .from(incidents)
    .innerJoin(servers, eq(servers.id, incidents.serverId))
    .where(and(those, span && lastedIn(span)))
    .groupBy(servers.id)
    .orderBy(desc(total), desc(seconds), byName(servers.name))
    .limit(RANKED);
  const said = span ? ` ${span.said}` : '';
  if (rows.length === 0) return `No outage of servers${about} is recorded${said}.`;
  const lines = rows.map(
    (row) => `- ${serverLink(row)}: ${counted(row.total, 'outage')}, ${durationText(row.seconds)} in all`,
  );
  return [`Most outages of servers${about}${said}:`, '', ...lines].join('\n');
}
