import { asc, or, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import type { Turn } from '../../contract/assistant.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { servers } from '../db/schema.ts';
import { fold } from '../search/queries.ts';
import type { ServerRow } from '../servers/queries.ts';
import { isCommon } from './common-words.ts';
import { exceptedIn } from './exceptions.ts';
import { takeAttributes } from './host-answers.ts';
import { takeOneOfList } from './one-of-list.ts';
import { BETWEEN_ADDRESSES } from './ranges.ts';
import { takeTimeSpan } from './time-span.ts';
import { Sentence, WHOM_TO_ASK, wordsOf } from './words.ts';

/** Servers that one question is answered about. */
const NAMED = 10;
/** Rows that may hold a name at all; most are no whole words of the question. */
const CANDIDATES = 500;
const HEARD = 2_000;

/** Takes servers out of the question that it names by name, hostname or address. */
export async function takeServers(db: Db, sentence: Sentence, question: string): Promise<ServerRow[]> {
  const heard = fold(question.slice(0, HEARD));
  const isIn = (column: SQLWrapper) => sql`${column} <> '' and strpos(${heard}, lower(${column})) > 0`;
  const rows = await db
    .select()
    .from(servers)
    .where(
      sql`${notInBin(servers)} and (${or(isIn(servers.name), isIn(servers.hostname), isIn(servers.ipAddress))})`,
    )
    .orderBy(sql`length(${servers.name}) desc`, asc(byName(servers.name)), servers.id)
    .limit(CANDIDATES);
  // A server that is called 'node' or 'online' would hide what questions ask about servers in general.
  const namesOf = ({ name, hostname, ipAddress }: ServerRow) =>
    [name, hostname, ipAddress]
      .map((text) => wordsOf(text ?? ''))
      .filter((words) => !words.every(isCommon))
      .map((words) => words.join(' '));
  const phrases = rows.flatMap(namesOf).filter((phrase) => sentence.text.includes(` ${phrase} `));
  const excepted = exceptedIn(sentence.text, phrases);
  if (excepted) sentence.text = excepted.text;
  const said = excepted?.without ?? sentence.text;
  const text = said.replace(new RegExp(` ${BETWEEN_ADDRESSES.source}(?= )`), ' ');
  const named = rows.filter((row) => namesOf(row).some((phrase) => text.includes(` ${phrase} `)));
  const longest = named.filter(
    (row) => !named.some((other) => other !== row && hides(namesOf(other), namesOf(row), text)),
  );
  for (const row of longest) for (const phrase of namesOf(row)) sentence.takePhrase(phrase);
  return longest.slice(0, NAMED);
}

/** The question without the servers that it names, for what is asked of them. */
export function withoutServers(
  question: string,
  hosts: Pick<ServerRow, 'name' | 'hostname' | 'ipAddress'>[],
): Sentence {
  const sentence = new Sentence(question);
  const names = hosts.flatMap(({ name, hostname, ipAddress }) => [name, hostname ?? '', ipAddress ?? '']);
  for (const phrase of names.map((text) => wordsOf(text).join(' ')).filter(Boolean))
    while (sentence.takePhrase(phrase));
  sentence.text = sentence.text.replaceAll(/ (?:·\d+ )+/g, ' ');
  return sentence;
}

/** "web 1" is no server of a question about "web 1 backup". */
const hides = (longer: string[], shorter: string[], text: string): boolean => {
  const said = (names: string[]) => names.filter((name) => text.includes(` ${name} `));
  return said(shorter).every((name) =>
    said(longer).some((other) => other.length > name.length && ` ${other} `.includes(` ${name} `)),
  );
};

const IT = /(?<![\p{L}\p{N}])(?:it|It|its|Its|it[’']s|It[’']s)(?![\p{L}\p{N}])/u;

/** "its", "that server": what the conversation was about last. IT Security is a team, and "is it raining" asks for no server. */
export async function serversBefore(
  db: Db,
  sentence: Sentence,
  query: string,
  { history, isWritten }: { history: Turn[]; isWritten: boolean },
): Promise<ServerRow[]> {
  const own = new Sentence(query);
  // "who owns them?" of servers that were named one by one.
  const newest = history.findLast(({ type }) => type === 'user')?.content ?? '';
  const those =
    own.has(/them|they|their|both|which one|which of/) && !own.has(/how many|servers|hosts|machines/)
      ? await takeServers(db, new Sentence(newest), newest)
      : [];
  if (those.length > 0) return those;
  const answer = history.findLast(({ type }) => type === 'assistant')?.content ?? '';
  if (own.has(OF_TWO)) {
    const two = await takeServers(db, new Sentence(answer), answer);
    if (two.length === 2) return two;
  }
  const one = isWritten ? undefined : takeOneOfList(sentence, answer);
  if (one !== undefined) return takeServers(db, new Sentence(one), one);
  if (RANKED.test(answer) && own.has(OF_THOSE)) {
    const ranked = await takeServers(db, new Sentence(answer), answer);
    if (ranked.length > 0) return ranked;
  }
  if (SINCE.test(own.text)) {
    // What a refusal names is only near to what was asked.
    if (answer.startsWith('I found nothing')) return [];
    const rows = await takeServers(db, new Sentence(answer), answer);
    return rows.length === 1 ? rows : [];
  }
  // "who is the owner?" and "who do I call?" of the server that was just told about.
  const isOfLast = WHOM_TO_CALL.test(own.text) || (WHO_IS.test(own.text) && isFieldOf(own));
  const isIt = IT.test(query) && sentence.has(/it|its/) && !isAboutElse(query, isWritten);
  const isAlone = isFieldAlone(own);
  const isThat = THAT.test(own.text) && isFieldOf(Sentence.of(own.text.replace(THAT, ' ')));
  const isBefore = isOfLast || isIt || isAlone || isThat;
  if (!isBefore && !sentence.has(/(?:that|this|the same) (?:server|host|machine|one)/)) return [];
  return oneBefore(db, history, isIt);
}

/** The one server that the newest message about one names; where nothing says "it", none from before many were told of. */
export async function oneBefore(db: Db, history: Turn[], isIt = false): Promise<ServerRow[]> {
  for (const { content } of history.toReversed()) {
    // oxlint-disable-next-line no-await-in-loop -- The newest message that names one ends the search.
    const rows = await takeServers(db, new Sentence(content), content);
    if (rows.length === 1) return rows;
    if (!isIt && OF_MANY.test(content)) return [];
  }
  return [];
}

/** The first few by a figure, those that a passage names, or some one by one: "which of those are in production?" is of them alone. */
const RANKED =
  /^(?:High|Low)est |^What was quoted from the documents names |^\[[^\]]+\]\(\/infrastructure\?server=[^)]*\): /m;
const OF_THOSE =
  /of (?:those|these|them)|(?:are|is|do|does|have|has|who owns|owner of) (?:those|these|they|them)/;
/** "which of the two is fuller", "which one is busier" */
const OF_TWO = /which one(?= (?:is|has|uses) )|of the two/;
const OF_MANY = /\*\* servers?\b|[Nn]o server with /;

/** Says no more than that: of the server that the answer before was about. */
export const SINCE =
  /^ (?:and )?(?:(?:since when|for how long|how long|why|how come)(?: (?:is|are|was|were|has|have|that|this|been|so))*|how long (?:did (?:it|that|this|the last (?:one|outage)) last|was the (?:last|latest) (?:one|outage))) $/;

/** "and the owner?" */
function isFieldAlone(sentence: Sentence): boolean {
  const isShort = sentence.text.trim().split(' ').length <= SHORT && !sentence.has(VALUE);
  return (isShort || MORE.test(sentence.text)) && isFieldOf(sentence);
}

function isFieldOf(sentence: Sentence): boolean {
  if (sentence.has(MANY)) return false;
  sentence.text = sentence.text.replace(WHO_IS, ' the ');
  return takeAttributes(sentence).length > 0 && sentence.rest(new Set()).every(isCommon);
}

/** "who is the owner?", "where is it?": of one server, which something said before must name. */
export function asksOfOne(query: string): boolean {
  const own = new Sentence(query);
  if (OF_ONE.test(own.text) || WHOM_TO_CALL.test(own.text)) return true;
  return IT.test(query) && own.has(/it|its/) && !isAboutElse(query, false) && takeAttributes(own).length > 0;
}

const OF_ONE =
  /^ (?:(?:and|so) )?(?:which|what) (?:server|host|machine) (?:is|was) (?:it|that|this) $|^ (?:and )?(?:who|whos|what|whats)(?: is)? the (?:(?:team )?owner|(?:key )?contact|ip(?: address)?|address|hostname|fqdn) $/;
const WHOM_TO_CALL = new RegExp(
  `^ (?:(?:and|so|then|ok) )*${WHOM_TO_ASK}(?: about (?:it|this|that))?(?: then| now)? $`,
);
/** "is that online?", "who owns that?", and not "is that server online?" */
const THAT =
  / (?:that|this)(?: one)?(?= $| (?:online|offline|up|down|running|virtual|physical|still|in|on|for|used|located|stand) )/;
const WHO_IS = /^ (?:and )?(?:who|whos|what|whats|where)(?: is| are)? (?:the|its) /;
const MORE = /^ (?:and|what about|how about) /;
/** "ip?", "the owner?" */
const SHORT = 2;
/** Asks for all servers that are so. */
const VALUE =
  /online|offline|down|up|running|production|prod|staging|development|dev|virtual|physical|maintenance|warning/;
const MANY =
  /servers?|check|status of|hosts|machines|vms|how many|which|list|all|in|at|on|them|they|their|those|average|mean|avg|highest|lowest|most|least|total|by|per|ones/;

/** What is asked about "it" must be something that is known of servers, or written down about them. */
function isAboutElse(query: string, isWritten: boolean): boolean {
  const about = new Sentence(query);
  takeTimeSpan(about, 'UTC');
  takeAttributes(about);
  if (isWritten) {
    const [, word] = / (?:is|was|will|has|did) it (\S+) /.exec(about.text) ?? [];
    // "when is it patched" is of the server, "is it raining" is not.
    return word !== undefined && !word.startsWith('·') && !isCommon(word) && !/(?:ed|en|pt)$/.test(word);
  }
  return about.rest(new Set()).some((word) => !isCommon(word) && !WRITES.has(word));
}

/** Words that people say of a server they talk about. */
const WRITES = new Set(
  'documented linked backed patched monitored restarted rebooted fixed doc last go went gone time times often ever before first crash crashed fail failed recover recovered outage outages downtime happen happened back break broke'.split(
    ' ',
  ),
);
