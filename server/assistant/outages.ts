import { and, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { incidents, servers } from '../db/schema.ts';
import { timesIn } from './account-time.ts';
import { takeBesides, unreadGrouping } from './columns.ts';
import { isCommon } from './common-words.ts';
import { conditionsOf, describeFilter, isFiltered } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { describeHosts, durationText, takeAttributes } from './host-answers.ts';
import { leftOut } from './left-out.ts';
import { counted, listed, literal, serverLink } from './literal.ts';
import { SINCE, withoutServers } from './named.ts';
import type { ServerRow } from '../servers/queries.ts';
import { answerMeanOutage, answerMostOutages, MOST_OUTAGES, takeMeanLength } from './outage-ranking.ts';
import { LISTED, outageLines, outagesWhere, restOf, toldBesides } from './outage-rows.ts';
import { outagesOf } from './outages-of-host.ts';
import { askedOf } from './server-answers.ts';
import type { Telling } from './server-answers.ts';
import { lasted, lastedIn } from './outage-times.ts';
import { takeLasting, takeTimeSpan, within } from './time-span.ts';
import type { TimeSpan } from './time-span.ts';
import { readVocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

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
/** "when was it down last time?" */
const LAST_TIME = /(?:the )?last time(?: that)?/;
const ENDS = /(?:start|begin|begun|end|happen|occur|last)(?:ed|s)?|began/;
/** Another thing that is asked of each, which no line of an outage tells. */
const BESIDE = / (?:who (?:owns|is)|whose|where (?:is|are)|what (?:is|are) (?:its|their)) /;
const NOW = /(?:is|are|been|still|currently|now)/;
const ONE = /outage|downtime|server|host|machine/;

type Asking = { query: string; hosts: ServerRow[]; timeZone: string; before: ServerFilter | undefined };

/** Since when and how long servers are or were down, by the incidents that the checks began and ended; undefined for another question. */
export async function answerAboutOutages(
  db: Db,
  { query, hosts, timeZone, before }: Asking,
): Promise<string | undefined> {
  const sentence = withoutServers(query, hosts);
  const isOnlySince = hosts.length > 0 && SINCE.test(new Sentence(query).text);
  const isOne = sentence.has(ONE);
  const isLastTime = sentence.take(LAST_TIME) !== undefined;
  const isNow = sentence.has(NOW) && !sentence.has(/outages?|downtimes?/);
  const isMost = hosts.length === 0 && sentence.take(MOST_OUTAGES) !== undefined;
  const isMean = takeMeanLength(sentence);
  const lasting = hosts.length === 0 && sentence.has(OUTAGE) ? takeLasting(sentence) : undefined;
  const isLongest = sentence.take(LONGEST) !== undefined || sentence.has(/down longest|offline longest/);
  const isDowntime = sentence.has(/downtime/);
  const isOpenNow = sentence.take(OPEN) !== undefined;
  const asksTime = sentence.take(HOW_LONG) !== undefined || isOnlySince || isOpenNow;
  const span = takeTimeSpan(sentence, timeZone);
  const isOften = sentence.take(HOW_OFTEN) !== undefined;
  const isAll = hosts.length > 0 && !asksTime && ((isOften && !span) || sentence.has(/outages|downtimes/));
  const isLast = isLastTime || (sentence.has(/outages?|downtimes?/) && sentence.take(LAST) !== undefined);
  const isDown = sentence.take(OUTAGE) !== undefined || isDowntime || isOnlySince || isOpenNow;
  const isLastOne = isLast && (isLastTime || isOne);
  const isRead = isLongest || asksTime || isAll || isMean || isLastOne || lasting !== undefined;
  if (!isMost && (!isRead || !(isDown || (asksTime && before)))) return undefined;
  const by = unreadGrouping(sentence);
  if (by) return leftOut([by], 'that this is about outages');
  for (const words of [OUTAGE, ENDS]) while (sentence.take(words));
  if (span && 'lack' in span) return span.lack;
  if (hosts.length > 0) {
    const fields = takeAttributes(sentence).filter(({ name }) => !/^(?:Status|Uptime)$/.test(name));
    if (sentence.rest(new Set()).some((word) => !isCommon(word))) return undefined;
    const ids = hosts.map(({ id }) => id);
    if (isMean) return answerMeanOutage(db, inArray(servers.id, ids), { span, about: ` named ${listed(hosts.map(({ name }) => literal(name)))}` }); // prettier-ignore
    const parts: string[] = [];
    // oxlint-disable-next-line no-await-in-loop -- A few servers at most.
    for (const host of hosts) parts.push(await outagesOf(db, host, { span, timeZone, isLongest, isAll }));
    // "who owns it, and how long has it been down?"
    if (fields.length > 0) parts.unshift(describeHosts(hosts, { attributes: fields }, timeZone));
    return parts.join('\n\n');
  }
  const asked = isMost || isMean ? [] : takeBesides(sentence);
  const own = takeFilter(sentence, await readVocabulary(db));
  if (sentence.rest(new Set()).some((word) => !isCommon(word))) return undefined;
  const beside = BESIDE.exec(sentence.text)?.[0].trim();
  if (beside) return leftOut([beside], 'that this is about outages');
  const filter = before && !isFiltered(own) ? withoutStatus(before) : own;
  const about = isFiltered(filter) ? ` with ${describeFilter(filter)}` : '';
  if (isMean) return answerMeanOutage(db, conditionsOf(filter), { span, about });
  if (isMost) return answerMostOutages(db, conditionsOf(filter), { span, about });
  const isOpen = !span && !isLast && (isNow || !isLongest);
  const those = and(
    conditionsOf(filter),
    isOpen ? isNull(incidents.endedAt) : undefined,
    lasting && sql`${lasted} > extract(epoch from ${lasting.time}::interval)`,
    // What lasts is asked for in all of the time that it lasted.
    span && (isDowntime || isLongest || lasting ? lastedIn(span) : within(sql`${incidents.startedAt}`, span)),
  );
  const rows = await outagesWhere(
    db,
    those,
    isLongest ? desc(lasted) : isLast ? desc(incidents.startedAt) : incidents.startedAt,
    span,
  );
  const telling = { asked, timeZone };
  const besides =
    isOpen && !isLongest ? await offlineBesides(db, filter, lasting === undefined ? telling : undefined) : [];
  const [first] = rows;
  if (!first) {
    const long = lasting ? ` lasting ${lasting.said}` : '';
    const lack = isOpen ? 'is open now' : `is recorded${span ? ` ${span.said}` : ''}`;
    return [`No outage${long} of servers${about} ${lack}.`, ...besides].join('\n');
  }
  const inAll =
    isDowntime && !isOpen && !isLast && !isLongest ? `, **${durationText(first.allSeconds)}** in all` : '';
  const equal = isLongest && isOne ? first.ties : 0;
  const shown = rows.slice(0, isLast ? 1 : equal || (isLongest ? RANKED : LISTED));
  return [
    `${headOf(first.total, about, { span, isLongest, isLast, isOpen, isOne: equal === 1, lasting: lasting?.said })}${inAll}${timesIn(timeZone)}:`,
    '',
    ...outageLines(shown, timeZone, await toldBesides(db, shown, telling)),
    ...restOf(equal || first.total, (isLongest || isLast) && !equal ? 0 : shown.length),
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
async function offlineBesides(db: Db, filter: ServerFilter, telling: Telling | undefined): Promise<string[]> {
  const open = sql`${servers.id} in (select server_id from ${incidents} where ended_at is null)`;
  const others = and(conditionsOf(filter), eq(servers.status, 'offline'), not(open));
  const count = await db.$count(servers, others);
  if (count === 0) return [];
  const head = `${counted(count, 'more server is', 'more servers are')} offline; since when is not recorded`;
  // Whether these are down for as long as was asked nobody knows.
  if (!telling) return ['', `${head}.`];
  const rows = await db.select().from(servers).where(others).orderBy(byName(servers.name), servers.id).limit(LISTED); // prettier-ignore
  const lineOf = (row: ServerRow) => `- ${[serverLink(row), ...askedOf(row, telling)].join(' · ')}`;
  return ['', `${head}:`, '', ...rows.map(lineOf), ...restOf(count, rows.length)];
}

const withoutStatus = (filter: ServerFilter): ServerFilter => ({
  ...filter,
  choices: filter.choices.filter(({ field }) => field !== 'status'),
});
