import { sql } from 'drizzle-orm';
import { availabilityOf, countForUptime } from '../checks/queries.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import type { ServerRow } from '../servers/queries.ts';
import { isCommon } from './common-words.ts';
import { conditionsOf, describeFilter, isFiltered } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { counted, serverLink } from './literal.ts';
import { withoutServers } from './named.ts';
import { takeTimeSpan } from './time-span.ts';
import type { TimeSpan } from './time-span.ts';
import { readVocabulary } from './vocabulary.ts';

const SHARE_OF_TIME =
  /(?:uptime|up time) (?:percentage|percent|share|ratio|%|figure)|(?:percentage|percent|%)(?: of)?(?: the)? uptime|availability|slas?|(?:percentage|percent|share|%)(?: of (?:the )?time)?(?= (?:was|is|were|has|have|did))/;
/** Of one server that is how long it has been up, unless a time is named. */
const UPTIME = /uptime|up time/;
/** Asks which servers, not how much. */
const WHICH =
  /which|list|show|top|lowest|highest|worst|best|most|least|longest|shortest|over|under|above|below|more|less/;
const OURS = /our|overall|total/;
const SAID = /up|our|all|overall|total|average|mean|servers?|fleet|was|were|of/;
const LAST_30: TimeSpan = { from: sql`now() - interval '30 days'`, said: 'in the last 30 days' };

/** The share of time that servers were up, by the one rule of the product; undefined for another question. */
export async function answerAboutAvailability(
  db: Db,
  { query, hosts, timeZone }: { query: string; hosts: ServerRow[]; timeZone: string },
): Promise<string | undefined> {
  const sentence = withoutServers(query, hosts);
  const isShare = sentence.take(SHARE_OF_TIME) !== undefined;
  const isUptime = !isShare && sentence.take(UPTIME) !== undefined;
  if ((!isShare && !isUptime) || sentence.has(WHICH)) return undefined;
  // "what percentage is that?" is of how many, and not of the time.
  if (hosts.length === 0 && / (?:that|this|those|these) $/.test(sentence.text)) return undefined;
  const span = takeTimeSpan(sentence, timeZone);
  if (!isShare && !span && (hosts.length > 0 || !sentence.has(OURS))) return undefined;
  if (span && 'lack' in span) return span.lack;
  while (sentence.take(SAID));
  const filter = hosts.length > 0 ? undefined : takeFilter(sentence, await readVocabulary(db));
  if (sentence.rest(new Set()).some((word) => !isCommon(word))) return undefined;
  if (hosts.length > 0) return (await Promise.all(hosts.map((host) => shareOf(db, host, span)))).join('\n\n');
  const those =
    filter && isFiltered(filter)
      ? sql`server_id in (select ${servers.id} from ${servers} where ${conditionsOf(filter)})`
      : sql`true`;
  const about = filter && isFiltered(filter) ? `servers with ${describeFilter(filter)}` : 'all servers';
  return shareText(db, about, those, span ?? LAST_30);
}

async function shareOf(db: Db, host: ServerRow, span: TimeSpan | undefined): Promise<string> {
  const link = serverLink(host);
  if (span) return shareText(db, link, sql`server_id = ${host.id}`, span);
  const { h24, d7, d30 } = await availabilityOf(db, host.id);
  if (d30 === null)
    return `The share of time that ${link} was up is not told here: no check of it was counted.`;
  const text = (percent: number | null) => (percent === null ? 'not counted' : `**${percent} %**`);
  return `${link} was up ${text(h24)} of the last day, ${text(d7)} of the last 7 days and ${text(d30)} of the last 30 days.`;
}

async function shareText(
  db: Db,
  about: string,
  those: ReturnType<typeof sql>,
  { from, until, said }: TimeSpan,
) {
  const { good, bad, percent } = await countForUptime(db, those, from, until);
  if (percent === null)
    return `The share of time that ${about} ${about.startsWith('[') ? 'was' : 'were'} up ${said.replace(/^of /, '')} is not told here: no check of that time was counted.`;
  return `The uptime of ${about} ${said.replace(/^of /, '')} is **${percent} %**: of ${counted(good + bad, 'check')} that counted, **${bad}** failed.`;
}
