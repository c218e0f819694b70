import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { incidents, servers } from '../db/schema.ts';
import { durationText } from './host-answers.ts';
import { counted, serverLink } from './literal.ts';
import { ended, lasted, lastedIn } from './outage-times.ts';
import { takeableFigure } from './ranking.ts';
import { within } from './time-span.ts';
import type { TimeSpan } from './time-span.ts';
import type { Sentence } from './words.ts';

const RANKED = 10;

export const MOST_OUTAGES =
  /(?:(?:had|has|have|with|having|saw) )?(?:the )?(?:most|highest number of|largest number of) (?:outages|incidents|failures)|(?:(?:was|were|is|are|went|goes|go|fell|failed) )?(?:down |offline )?(?:the )?most often(?: down| offline)?/;

const MEAN = /(?:on )?(?:average|mean|avg|typical(?:ly)?)|mttr/;
const LENGTH = /(?:lengths?|durations?|time to (?:recovery|recover|repair)|time)(?: of)?/;

/** Takes out "average length of", which is asked of outages and not of a figure that servers have. */
export function takeMeanLength(sentence: Sentence): boolean {
  const isOfOutages = sentence.has(
    /outages?|downtimes?|incidents?|mttr|how long (?:are|is|were|was|do|does) .* down/,
  );
  if (!isOfOutages || takeableFigure(sentence) || !sentence.take(MEAN)) return false;
  sentence.take(LENGTH);
  return true;
}

export async function answerMeanOutage(
  db: Db,
  those: SQL | undefined,
  { span, about }: { span: TimeSpan | undefined; about: string },
): Promise<string> {
  const [mean] = await db
    .select({
      seconds: sql<number>`avg(${lasted})::float8`,
      total: count(),
      open: count(sql`case when ${incidents.endedAt} is null then 1 end`),
    })
    .from(incidents)
    .innerJoin(servers, eq(servers.id, incidents.serverId))
    .where(and(those, span && within(sql`${incidents.startedAt}`, span)));
  const said = span ? ` ${span.said}` : '';
  if (!mean?.total) return `No outage of servers${about} is recorded${said}.`;
  const open =
    mean.open > 0
      ? ` ${counted(mean.open, 'of them is', 'of them are')} still open, and counted up to now.`
      : '';
  return `The average length of ${counted(mean.total, 'outage')} of servers${about}${said} is **${durationText(mean.seconds)}**.${open}`;
}

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
