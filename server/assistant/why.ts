import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { ServerStatus } from '../../contract/server-words.ts';
import { Figure } from '../../contract/server-fields.ts';
import { isSane } from '../../contract/sane-figure.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { auditEntries, incidents, servers } from '../db/schema.ts';
import type { ServerRow } from '../servers/queries.ts';
import { toldTime } from './account-time.ts';
import { isCommon } from './common-words.ts';
import { figureName, percentText } from './figures.ts';
import { conditionsOf, describeFilter, isFiltered } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { durationText } from './host-answers.ts';
import { counted, listed, literal, serverLink } from './literal.ts';
import { withoutServers } from './named.ts';
import { lasted, lastedIn } from './outage-times.ts';
import { takeTimeSpan } from './time-span.ts';
import type { TimeSpan } from './time-span.ts';
import { readVocabulary } from './vocabulary.ts';

/** Servers whose reasons stand in one answer. */
const LISTED = 10;

const WHY =
  /(?:why|how come)|(?:whats|what)(?: is| was| went| has gone| goes)? wrong|(?:whats|what)(?: is)? up(?= with)|(?:whats|what|what is|what was|what are|tell me|show me|is there)(?: the| an?| its)? (?:reasons?|causes?|matter|problems?|issues?|trouble)|what (?:happened|caused|made)/;
const STATES: [ServerStatus, RegExp][] = [
  ['offline', /offline|down|unreachable|dead|failing|failed|fail|crashed|crash|(?:not|isnt) (?:online|running|up|reachable|responding)|outage/],
  ['warning', /warnings?|degraded|yellow/],
  ['maintenance', /maintenance/],
  ['unknown', /unknown/],
  ['online', /online/],
]; // prettier-ignore
const BESIDE =
  /(?:i )?(?:just )?(?:got |was |were |been )?(?:paged|alerted|called|woken)(?: up)?|gone?|went|with|go|goes|going|happened|set|put|shown?|showing|behind/;

type Asking = {
  asked: ServerStatus | undefined;
  span: TimeSpan | undefined;
  timeZone: string;
  /** Asks for what has been, and not only for what is. */
  isOfPast: boolean;
};

/**
 * Why servers are as they are: what the last check said, the outage that it began, and who set the status by hand. Undefined for
 * a question about anything else, which may be written down.
 */
export async function answerWhy(
  db: Db,
  {
    query,
    hosts,
    timeZone,
    before,
  }: { query: string; hosts: ServerRow[]; timeZone: string; before: ServerFilter | undefined },
): Promise<string | undefined> {
  const sentence = withoutServers(query, hosts);
  const isOfPast = sentence.has(/happened/);
  if (!sentence.take(WHY)) return undefined;
  const span = takeTimeSpan(sentence, timeZone);
  if (span && 'lack' in span) return hosts.length > 0 ? span.lack : undefined;
  while (sentence.take(BESIDE));
  const isUnread = () => sentence.rest(new Set()).some((word) => !isCommon(word));
  if (hosts.length > 0) {
    const asked = STATES.find(([, words]) => sentence.take(words))?.[0];
    if (isUnread()) return undefined;
    const told = hosts.map((host) => whyOf(db, host, { asked, span, timeZone, isOfPast }));
    return (await Promise.all(told)).join('\n\n');
  }
  const own = takeFilter(sentence, await readVocabulary(db));
  const filter = before && !isFiltered(own) ? before : own;
  if (span || isUnread() || !filter.choices.some(({ field }) => field === 'status')) return undefined;
  const rows = await db
    .select({ server: servers, since: incidents.startedAt })
    .from(servers)
    .leftJoin(incidents, and(eq(incidents.serverId, servers.id), isNull(incidents.endedAt)))
    .where(conditionsOf(filter))
    .orderBy(servers.statusRank, byName(servers.name), servers.id);
  const about = describeFilter(filter);
  if (rows.length === 0) return `There is no server with ${about}.`;
  const lines = rows.slice(0, LISTED).map(({ server, since }) => {
    const from = since && server.status === 'offline' ? ` since ${toldTime(since, timeZone)}` : '';
    return `- ${serverLink(server)} · ${server.status}${from} · ${saidOf(server, timeZone)}`;
  });
  const more = rows.length > LISTED ? ['', `And ${rows.length - LISTED} more.`] : [];
  return [`What the last checks said of ${counted(rows.length, 'server')} with ${about}:`, '', ...lines, ...more].join('\n'); // prettier-ignore
}

const quoted = (message: string) => `“${literal(message)}”`;

const saidOf = ({ lastHealthCheck: at, lastMessage, simulated }: ServerRow, timeZone: string): string => {
  if (!at) return 'never checked';
  return `${lastMessage ? quoted(lastMessage) : 'no message'}, checked ${toldTime(at, timeZone)}${simulated ? ', simulated' : ''}`;
};

async function whyOf(db: Db, host: ServerRow, { asked, span, timeZone, isOfPast }: Asking): Promise<string> {
  const { status } = host;
  const link = serverLink(host);
  const [outage] = await db
    .select({ ...incidentFields, seconds: lasted })
    .from(incidents)
    .where(and(eq(incidents.serverId, host.id), span && lastedIn(span)))
    .orderBy(desc(incidents.startedAt))
    .limit(1);
  const isOpen = outage !== undefined && outage.endedAt === null && status === 'offline';
  const head =
    asked === undefined || asked === status
      ? `${link} is **${status}**${isOpen ? ` since **${toldTime(outage.startedAt, timeZone)}**, for **${durationText(outage.seconds)}**: ${quoted(outage.message)}` : ''}.`
      : `${link} is not ${asked === 'warning' ? 'in warning' : asked === 'maintenance' ? 'in maintenance' : asked}: its status is **${status}**.`;
  const parts = [head, isOpen ? '' : await setByHand(db, host, timeZone), checked(host, timeZone)];
  if (outage && !isOpen && (span || isOfPast || asked === 'offline')) parts.push(before(outage, timeZone));
  else if (span && !outage) parts.push(`No outage of it is recorded ${span.said}.`);
  return parts.filter(Boolean).join(' ');
}

const incidentFields = {
  startedAt: incidents.startedAt,
  endedAt: incidents.endedAt,
  message: incidents.message,
};
type Outage = { startedAt: Date; endedAt: Date | null; message: string; seconds: number };

const before = ({ startedAt, endedAt, seconds, message }: Outage, timeZone: string) =>
  `It went down **${toldTime(startedAt, timeZone)}**${endedAt ? ` until **${toldTime(endedAt, timeZone)}**` : ''}, for **${durationText(seconds)}**: ${quoted(message)}.`;

/** Checks write no audit entries, so that one which sets this status is a person's. */
async function setByHand(db: Db, { id, status }: ServerRow, timeZone: string): Promise<string> {
  const [last] = await db
    .select({ actor: auditEntries.actorName, at: auditEntries.at, to: sql`${auditEntries.after}->>'status'` })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.kind, 'server'),
        eq(auditEntries.subjectId, id),
        sql`${auditEntries.after}->>'status' is not null`,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1);
  if (last?.to === status) return `${literal(last.actor)} set it so, ${toldTime(last.at, timeZone)}.`;
  return status === 'maintenance' ? 'Who set this is not recorded, nor why.' : '';
}

function checked(host: ServerRow, timeZone: string): string {
  if (!host.lastHealthCheck) return 'It was never checked.';
  const figures = Figure.options
    .filter((figure) => figure !== 'uptime' && isSane(figure, host[figure]))
    .map((figure) => `${figureName(figure)} ${percentText(Number(host[figure]))}`);
  const measured = figures.length > 0 && host.status === 'warning' ? ` It measured ${listed(figures)}.` : '';
  return `The last check said ${saidOf(host, timeZone)}.${measured}`;
}
