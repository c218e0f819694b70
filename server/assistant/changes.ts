import { and, desc, inArray, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { exactTime } from '../../contract/dates.ts';
import { readWanted } from '../../contract/wanted.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { auditEntries, documents, incidents, searchEntries, servers } from '../db/schema.ts';
import { containing, idsAllowed } from '../search/queries.ts';
import { timesIn } from './account-time.ts';
import { BY_AGE } from './ages.ts';
import { takeBesides } from './columns.ts';
import { isCommon } from './common-words.ts';
import { leftOut, TURNING } from './left-out.ts';
import { readDocumentFilter } from './document-filters.ts';
import { conditionsOf, describeFilter, isFiltered, NOTHING } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { counted, documentLink, listed, literal, serverLink } from './literal.ts';
import { withoutServers } from './named.ts';
import { isOfNotDown, isOfReboots } from './in-time.ts';
import { outagesIn } from './outages-in-time.ts';
import type { ServerRow } from '../servers/queries.ts';
import { takeTimeSpan, within } from './time-span.ts';
import type { TimeSpan } from './time-span.ts';
import { readVocabulary } from './vocabulary.ts';
import { MAY, Sentence } from './words.ts';

/** Of each kind that are listed; the rest is counted. */
const LISTED = 10;
/** Words beside those for time and change; more are a sentence about something else. */
const WORDS = 3;

const ADDED = /added|created|registered|written/;
const NEW = /new|newest|new ones/;
const CHANGED =
  /changed|changes?|chang(?:es|ing)|updated|updates?|modified|edited|touched|renamed|moved|happened|happening|happen|going on|whats new|anything new|revised/;
const FELL =
  /(?:went|gone|go|going|fell|fallen|fall|been) (?:down|offline)|failed|(?:fell|fallen|fall|falls) over|outages?|incidents?|downtime|unreachable|crashed/;
const DOCUMENTS =
  /documents?|documentation|docs?|articles?|guides?|runbooks?|knowledge base|work instructions?|how-?tos?|procedures?|pages?/;
const SERVERS = /servers?|hosts?|machines?|vms?|inventory|infrastructure|boxes/;
/** Asks how something is done, why, or how many it hit: that is a matter of what is written. */
const HOW =
  /how (?:do|to|can|should|would|does|must)|why|when (?:do|does|is|are|will)|what (?:do|should|must|can) (?:i|we)|explain|will|going to|needs?|how many (?!servers|hosts|machines|vms|boxes|databases)\S+ (?:were|was|are|have been) (?:hit|affected|concerned|impacted)/;

/** That a server changed does not tell that this of it did. */
const FIELD =
  /status(?:es)?|states?|owners?|locations?|ips?|ip address(?:es)?|environments?|types?|hostnames?|functions?|os|operating systems?/;
/** "have been offline since Friday": those that came back are none of them. */
const STILL =
  /^(?!.* (?:was|were|went|gone|go|did|fell) ).* (?:down|offline|unreachable)(?: \S+){0,3} since /;
const BY_ME = /(?:did|have|has) i|by (?:me|myself)|i/;
const ANYBODY =
  /(?:did|has|have) (?:anyone|anybody|someone|somebody|anything)|anyone|anybody|someone|somebody/;

type Asking = { query: string; timeZone: string; hosts: ServerRow[]; me: string };
type Kind = 'new' | 'changed' | 'fell';
/** "What is new" of all there is means changes too; "what was added" does not. */
type Said = Kind | 'added' | 'was down';

/** What became new or different in a time that the question names; undefined for a question of another kind. */
export async function answerAboutChanges(
  db: Db,
  { query, timeZone, hosts, me }: Asking,
): Promise<ChangesAnswer | undefined> {
  const sentence = withoutServers(query, hosts);
  const isAge = sentence.has(BY_AGE) && sentence.has(SERVERS) && !sentence.has(DOCUMENTS);
  sentence.take(/how many times/);
  const isStill = STILL.test(sentence.text);
  if (hosts.length === 0 && (isOfNotDown(sentence) || isOfReboots(sentence))) return undefined;
  const kind = kindOf(sentence) ?? (isDownThen(sentence, timeZone) ? 'was down' : undefined);
  const said = kind === 'was down' ? 'fell' : kind;
  const isState = kind === 'was down';
  if (!said || sentence.has(HOW) || new Sentence(query).has(MAY) || isAge) return undefined;
  const [saysDocuments, saysServers] = [sentence.has(DOCUMENTS), sentence.has(SERVERS) || hosts.length > 0];
  const span = takeTimeSpan(sentence, timeZone);
  if (!span) return undefined;
  if ('lack' in span) return { text: span.lack, isNothing: false, words: [] };
  const besides = said === 'fell' ? takeBesides(sentence) : [];
  const isMine = !saysDocuments && sentence.take(BY_ME) !== undefined;
  sentence.take(ANYBODY);
  const filter = saysDocuments ? NOTHING : takeFilter(sentence, await readVocabulary(db));
  const named = and(
    conditionsOf(filter),
    hosts.length > 0 ? inArray(servers.id, hosts.map(({ id }) => id)) : undefined,
    isMine ? changedBy(me, servers, span) : undefined,
  ); // prettier-ignore
  const meaning = saysDocuments ? await readDocumentFilter(db, sentence.text, me) : undefined;
  const left = (meaning?.sentence ?? sentence).rest(new Set());
  const isTurning = (word: string) =>
    (TURNING.test(word) || OTHERWISE.test(word)) && !ABOUT_CHANGE.test(word);
  const field = said === 'changed' && !saysDocuments ? sentence.take(FIELD)?.[0].trim() : undefined;
  const turning = [...(meaning?.unread ?? []), ...left.filter(isTurning), ...(field ? [field] : [])];
  const words = left.filter(isTopic);
  // So many words are a sentence that somebody pasted, about something else.
  const topics = words.filter((word) => !isTurning(word));
  if (topics.length > WORDS) return undefined;
  const understood = `that this is about what changed ${span.said}`;
  if (turning.length > 0) return { text: leftOut(turning, understood), isNothing: true, words: topics };
  if (words.length > 0 && isFiltered(filter)) return undefined;
  if (words.length > 0 && hosts.length > 0)
    return { text: leftOut(words, understood), isNothing: true, words: [] };
  const only = saysDocuments ? 'documents' : saysServers || isFiltered(filter) ? 'servers' : 'all';
  const labels = [
    ...(isFiltered(filter) ? [describeFilter(filter)] : []),
    ...(meaning?.labels ?? []),
    ...words.map((word) => `the text “${literal(word)}”`),
  ];
  const names = hosts.length > 0 ? ` named ${listed(hosts.map(({ name }) => literal(name)))}` : '';
  const about = `${names}${labels.length > 0 ? ` with ${labels.join(', ')}` : ''}`;
  const telling = {
    span,
    kind: said === 'added' ? 'new' : said === 'new' && only === 'all' ? 'changed' : said,
    about,
    timeZone,
    isMine,
  } as const;
  const parts: Part[] = [];
  if (only !== 'documents') {
    const those = and(named, ...words.map((word) => sql`${servers.folded} like ${containing(word)}`));
    if (said !== 'fell') parts.push(await changedServers(db, those, telling));
    if (telling.kind !== 'new' && !isMine) {
      const open = isStill ? isNull(incidents.endedAt) : undefined;
      const outages = await outagesIn(db, and(those, open), {
        ...telling,
        about: `${about}${isStill ? ' still down' : ''}`,
        hosts,
        isState,
        asked: besides,
      });
      if (outages) parts.push({ text: outages, total: 1 });
      else if (said === 'fell')
        parts.push({
          text: noneFell(hosts, telling, isStill ? 'is still' : isState ? 'was' : 'went'),
          total: 0,
        });
    }
  }
  if (only !== 'servers' && said !== 'fell') {
    const operators = readWanted(meaning?.operators.join(' ') ?? '').operators;
    const those = and(
      isMine ? changedBy(me, documents, span) : undefined,
      operators.length > 0 ? sql`${documents.id} in ${idsAllowed('document', operators)}` : undefined,
      ...words.map(
        (word) =>
          sql`${documents.id} in (select id from ${searchEntries} where kind = 'document' and folded like ${containing(word)})`,
      ),
    );
    parts.push(await changedDocuments(db, those, telling));
  }
  const isNothing = words.length > 0 && parts.every(({ total }) => total === 0);
  return { text: parts.map(({ text }) => text).join('\n\n'), isNothing, words };
}

/** By the audit entries of that account. */
const changedBy = (userId: string, { id }: typeof servers | typeof documents, span: TimeSpan): SQL =>
  sql`${id} in (select subject_id from ${auditEntries} where actor_id = ${userId}::uuid and kind in ('server', 'document') and ${within(sql`at`, span)})`;

/** `isNothing`: of the words, which were taken as text, nothing was found. */
type ChangesAnswer = { text: string; isNothing: boolean; words: string[] };
type Part = { text: string; total: number };

const NOT_SO = { 'is still': 'is not', was: 'was not', went: 'did not go' };

const noneFell = (hosts: Asking['hosts'], { about, span }: Telling, was: keyof typeof NOT_SO): string =>
  hosts.length > 0
    ? `${listed(hosts.map(serverLink))} ${NOT_SO[was]} down ${span.said}.`
    : `No server${about} ${was} down ${span.said}.`;

function kindOf(sentence: Sentence): Said | undefined {
  // "Was anything down" asks for what lasted then as well, "what went down" for what fell.
  if (sentence.has(/was|were|been/) && sentence.take(/(?:(?:was|were|been) )?(?:down|offline|unreachable)/))
    return 'was down';
  if (sentence.take(FELL)) return 'fell';
  if (sentence.take(CHANGED)) return 'changed';
  if (sentence.take(ADDED)) return 'added';
  return sentence.take(NEW) ? 'new' : undefined;
}

const DOWN = /down|offline|unreachable/;

/** "any server down on Saturday?", where "is anything down today" asks for what is so now. */
function isDownThen(sentence: Sentence, timeZone: string): boolean {
  const span = sentence.has(DOWN) ? takeTimeSpan(Sentence.of(sentence.text), timeZone) : undefined;
  if (!span) return false;
  const isNow = !('lack' in span) && /^(?:so far )?today$/.test(span.said);
  return !isNow && sentence.take(DOWN) !== undefined;
}

const ABOUT_CHANGE = new RegExp(`^(?:${CHANGED.source}|${ADDED.source}|${NEW.source})$`);
/** Beside those that turn a question about the inventory. */
const OTHERWISE =
  /^(?:never|didnt|average|mean|avg|median|lengths?|durations?|percentage|havent|hasnt|werent|until|till|before|to|longest|shortest|first|weekend|quarter)$/;
const isTopic = (word: string) => !isCommon(word) && !ABOUT_CHANGE.test(word);

type Telling = { span: TimeSpan; kind: Kind; about: string; timeZone: string; isMine: boolean };

/** How many there are, then a line each; one line that says so where there is none. */
function told(thing: string, lines: string[], total: number, telling: Telling): Part {
  const { kind, about, span, timeZone, isMine } = telling;
  const added = total > 1 ? 'were added' : 'was added';
  const byMe = `${total > 1 ? 'were' : 'was'} changed by you`;
  const what = isMine ? byMe : kind === 'changed' ? 'changed' : added;
  if (total === 0) return { text: `No ${thing}${about} ${what} ${span.said}.`, total };
  const rest = total > lines.length ? ['', `And ${total - lines.length} more.`] : [];
  const head = `${counted(total, thing)}${about} ${what} ${span.said}${timesIn(timeZone)}:`;
  return { text: [head, '', ...lines, ...rest].join('\n'), total };
}

const instantOf = (table: typeof servers | typeof documents, kind: Kind) =>
  kind === 'new' ? table.createdAt : table.updatedAt;

async function changedServers(db: Db, those: SQL | undefined, telling: Telling): Promise<Part> {
  const at = instantOf(servers, telling.kind);
  const rows = await db
    .select({ id: servers.id, name: servers.name, at, total: sql<number>`count(*) over ()::int` })
    .from(servers)
    .where(and(those, within(sql`${at}`, telling.span)))
    .orderBy(desc(at), servers.id)
    .limit(LISTED);
  const lines = rows.map((row) => `- ${serverLink(row)} · ${exactTime(row.at, telling.timeZone)}`);
  return told('server', lines, rows[0]?.total ?? 0, telling);
}

async function changedDocuments(db: Db, those: SQL | undefined, telling: Telling): Promise<Part> {
  const at = instantOf(documents, telling.kind);
  const rows = await db
    .select({ id: documents.id, title: documents.title, at, total: sql<number>`count(*) over ()::int` })
    .from(documents)
    .where(and(notInBin(documents), those, within(sql`${at}`, telling.span)))
    .orderBy(desc(at), documents.id)
    .limit(LISTED);
  const lines = rows.map((row) => `- ${documentLink(row)} · ${exactTime(row.at, telling.timeZone)}`);
  return told('document', lines, rows[0]?.total ?? 0, telling);
}
