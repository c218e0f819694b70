import { and, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { exactTime } from '../../contract/dates.ts';
import type { Db } from '../db/open.ts';
import { incidents, servers } from '../db/schema.ts';
import { timesIn, toldTime } from './account-time.ts';
import { isCommon } from './common-words.ts';
import { conditionsOf, describeFilter, isFiltered } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { durationText } from './host-answers.ts';
import { counted, listed, literal, serverLink } from './literal.ts';
import { SINCE, withoutServers } from './named.ts';
import type { ServerRow } from '../servers/queries.ts';
import { answerMostOutages, MOST_OUTAGES } from './outage-ranking.ts';
import { ended, lasted, lastedIn } from './outage-times.ts';
import { takeLasting, takeTimeSpan, within } from './time-span.ts';
import type { TimeSpan } from './time-span.ts';
import { readVocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

/** Outages named in one answer. */
const LISTED = 10;
const RANKED = 5;

const LONGEST = /(?:the )?(?:longest|biggest|worst)/;
const HOW_LONG =
  /(?:for )?how long(?= (?:has|have|had|is|are|was|were|did))|since when|when (?:did|was|were|has|have)|(?:at )?what time (?:did|was|were)|how much|(?:total )?downtime(?= (?:of|for|on|today|this|last|in))/;
const OUTAGE =
  /(?:went|go|gone|been|is|are|was|were)? ?(?:last )?(?:down|offline|unreachable|crash(?:ed)?|fail(?:ed)?)(?: last| longest)?|downtimes?|outages?/;
const OPEN =
  /(?:how many |list |show |which |what )?(?:the |are )?(?:(?:open|ongoing|unresolved) (?:incidents|outages)|(?:incidents|outages) (?:are |that are )?(?:there )?(?:still |currently )?(?:open|ongoing|unresolved))/;
const HOW_OFTEN = /how often|(?:how many|number of) times/;
/** The newest of them. */
const LAST = /(?:the )?(?:last|latest|most recent|newest)/;
const ENDS = /(?:start|begin|begun|end|happen|occur|last)(?:ed|s)?|began/;
const NOW = /(?:is|are|been|still|currently|now)/;
const ONE = /outage|downtime|server|host|machine/;

type Asking = { query: string; hosts: ServerRow[]; timeZone: string; before: ServerFilter | undefined };
type Outage = {
  id: string;
  name: string;
  startedAt: Date;
  endedAt: Date | null;
  seconds: number;
  total: number;
  hosts: number;
  /** Of all of them, in the time that was named. */
  allSeconds: number;
};

/** Since when and how long servers are or were down, by the incidents that the checks began and ended; undefined for another question. */
export async function answerAboutOutages(
  db: Db,
  { query, hosts, timeZone, before }: Asking,
): Promise<string | undefined> {
  const sentence = withoutServers(query, hosts);
  const isOnlySince = hosts.length > 0 && SINCE.test(new Sentence(query).text);
  const isOne = sentence.has(ONE);
  const isNow = sentence.has(NOW) && !sentence.has(/outages?|downtimes?/);
  const isMost = hosts.length === 0 && sentence.take(MOST_OUTAGES) !== undefined;
  const lasting = hosts.length === 0 && sentence.has(OUTAGE) ? takeLasting(sentence) : undefined;
  const isLongest = sentence.take(LONGEST) !== undefined || sentence.has(/down longest|offline longest/);
  const isDowntime = sentence.has(/downtime/);
  const isOpenNow = sentence.take(OPEN) !== undefined;
  const asksTime = sentence.take(HOW_LONG) !== undefined || isOnlySince || isOpenNow;
  const span = takeTimeSpan(sentence, timeZone);
  const isOften = sentence.take(HOW_OFTEN) !== undefined;
  const isAll = hosts.length > 0 && !asksTime && ((isOften && !span) || sentence.has(/outages|downtimes/));
  const isLast = sentence.has(/outages?|downtimes?/) && sentence.take(LAST) !== undefined;
  const isDown = sentence.take(OUTAGE) !== undefined || isDowntime || isOnlySince || isOpenNow;
  if (!isMost && (!(isLongest || asksTime || isAll || lasting) || !(isDown || (asksTime && before))))
    return undefined;
  for (const words of [OUTAGE, ENDS]) while (sentence.take(words));
  if (span && 'lack' in span) return span.lack;
  if (hosts.length > 0) {
    if (sentence.rest(new Set()).some((word) => !isCommon(word))) return undefined;
    const parts: string[] = [];
    // oxlint-disable-next-line no-await-in-loop -- A few servers at most.
    for (const host of hosts) parts.push(await outagesOf(db, host, { span, timeZone, isLongest, isAll }));
    return parts.join('\n\n');
  }
  const own = takeFilter(sentence, await readVocabulary(db));
  if (sentence.rest(new Set()).some((word) => !isCommon(word))) return undefined;
  const state = before?.choices.find(({ field, values, isNot }) => field === 'status' && !isNot && !values.includes('offline')); // prettier-ignore
  if (state && !isFiltered(own)) return `I found nothing: since when servers are ${literal(state.label)} is not recorded, only since when they are offline.`; // prettier-ignore
  const filter = before && !isFiltered(own) ? withoutStatus(before) : own;
  const about = isFiltered(filter) ? ` with ${describeFilter(filter)}` : '';
  if (isMost) return answerMostOutages(db, conditionsOf(filter), { span, about });
  const isOpen = !span && !isLast && (isNow || !isLongest);
  const those = and(
    conditionsOf(filter),
    isOpen ? isNull(incidents.endedAt) : undefined,
    lasting && sql`${lasted} > extract(epoch from ${lasting.time}::interval)`,
    span && (isDowntime ? lastedIn(span) : within(sql`${incidents.startedAt}`, span)),
  );
  const rows = await outagesWhere(
    db,
    those,
    isLongest ? desc(lasted) : isLast ? desc(incidents.startedAt) : incidents.startedAt,
    span,
  );
  const besides = isOpen && !isLongest ? await offlineBesides(db, filter) : [];
  const [first] = rows;
  if (!first) {
    const long = lasting ? ` lasting ${lasting.said}` : '';
    const lack = isOpen ? 'is open now' : `is recorded${span ? ` ${span.said}` : ''}`;
    return [`No outage${long} of servers${about} ${lack}.`, ...besides].join('\n');
  }
  const inAll =
    isDowntime && !isOpen && !isLast && !isLongest ? `, **${durationText(first.allSeconds)}** in all` : '';
  const shown = rows.slice(0, isLast ? 1 : isLongest ? (isOne ? 1 : RANKED) : LISTED);
  return [
    `${headOf(first.total, about, { span, isLongest, isLast, isOpen, isOne, lasting: lasting?.said })}${inAll}${timesIn(timeZone)}:`,
    '',
    ...outageLines(shown, timeZone),
    ...restOf(first.total, isLongest || isLast ? 0 : shown.length),
    ...besides,
  ].join('\n');
}

type Kind = {
  span: TimeSpan | undefined;
  isLongest: boolean;
  isLast: boolean;
  isOpen: boolean;
  isOne: boolean;
  /** How long they lasted at least, if that was asked. */
  lasting: string | undefined;
};

function headOf(
  total: number,
  about: string,
  { span, isLongest, isLast, isOpen, isOne, lasting }: Kind,
): string {
  const said = span ? ` ${span.said}` : '';
  if (isLast) return `Last outage of servers${about}${said}`;
  if (isLongest && isOpen) return `Down the longest of servers${about}`;
  if (isLongest) return `Longest ${isOne ? 'outage' : 'outages'} of servers${about}${said}`;
  if (!isOpen)
    return `${counted(total, 'outage')}${lasting ? ` lasting ${lasting}` : ''} of servers${about}${said}`;
  return `${counted(total, 'server')}${about} ${total === 1 ? 'is' : 'are'} down${lasting ? ` for ${lasting}` : ''} by the health checks`;
}

/** Somebody may have said of a server that it is offline where no health check saw it fall. */
async function offlineBesides(db: Db, filter: ServerFilter): Promise<string[]> {
  const open = sql`${servers.id} in (select server_id from ${incidents} where ended_at is null)`;
  const count = await db.$count(servers, and(conditionsOf(filter), eq(servers.status, 'offline'), not(open)));
  return count > 0
    ? ['', `${counted(count, 'more server is', 'more servers are')} offline; since when is not recorded.`]
    : [];
}

const restOf = (total: number, shown: number) =>
  shown > 0 && total > shown ? ['', `And ${total - shown} more.`] : [];

const withoutStatus = (filter: ServerFilter): ServerFilter => ({
  ...filter,
  choices: filter.choices.filter(({ field }) => field !== 'status'),
});

/** Since when one server is down, or when it was last; in a time that was named, all of its outages. */
async function outagesOf(
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

/** Outages of the servers that are meant; `total` counts those that are not among the first. */
async function outagesWhere(
  db: Db,
  those: SQL | undefined,
  order: SQL | typeof incidents.startedAt,
  span?: TimeSpan,
): Promise<Outage[]> {
  const from = span ? sql`greatest(${incidents.startedAt}, ${span.from})` : incidents.startedAt;
  const until = span?.until ? sql`least(${ended}, ${span.until})` : ended;
  return db
    .select({
      id: servers.id,
      name: servers.name,
      startedAt: incidents.startedAt,
      endedAt: incidents.endedAt,
      seconds: lasted,
      total: sql<number>`count(*) over ()::int`,
      allSeconds: sql<number>`sum(extract(epoch from ${until} - ${from})) over ()::float8`,
      // How many different ones there are, which a window cannot count.
      hosts: sql<number>`(dense_rank() over (order by ${servers.id}) + dense_rank() over (order by ${servers.id} desc) - 1)::int`,
    })
    .from(incidents)
    .innerJoin(servers, eq(servers.id, incidents.serverId))
    .where(those)
    .orderBy(order, incidents.id)
    .limit(LISTED);
}

const outageLines = (rows: Outage[], timeZone: string): string[] =>
  rows.map(({ endedAt, startedAt, seconds, id, name }) => {
    const end = endedAt ? ` until ${exactTime(endedAt, timeZone)}` : ', still down';
    return `- ${serverLink({ id, name })} · ${exactTime(startedAt, timeZone)}${end} · ${durationText(seconds)}`;
  });

/** Servers that fell in a time, by the outages that began then, or were down in it. */
export async function outagesIn(
  db: Db,
  those: SQL | undefined,
  {
    span,
    about,
    timeZone,
    hosts,
    isState,
  }: {
    span: TimeSpan;
    about: string;
    timeZone: string;
    hosts: ServerRow[];
    /** Those that lasted into that time as well. */
    isState: boolean;
  },
): Promise<string | undefined> {
  const ids = hosts.map(({ id }) => id);
  const named = ids.length > 0 ? inArray(servers.id, ids) : undefined;
  const rows = await outagesWhere(
    db,
    and(those, named, isState ? lastedIn(span) : within(sql`${incidents.startedAt}`, span)),
    desc(incidents.startedAt),
  );
  const [first] = rows;
  if (!first) return undefined;
  const of =
    ids.length > 0
      ? listed(hosts.map(({ name }) => literal(name)))
      : `${first.hosts < first.total ? counted(first.hosts, 'server') : 'servers'}${about}`;
  return [
    `${counted(first.total, 'outage')} of ${of} ${span.said}${timesIn(timeZone)}:`,
    '',
    ...outageLines(rows, timeZone),
    ...restOf(first.total, rows.length),
  ].join('\n');
}
