import type { Turn } from '../../contract/assistant.ts';
import type { Db } from '../db/open.ts';
import { isCommon } from './common-words.ts';
import { takeLimits } from './figures.ts';
import { FIELD_NAMES, isFiltered } from './filter-sql.ts';
import type { Part, ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { questionsIn } from './parts-of-question.ts';
import { SINCE, takeServers } from './named.ts';
import { takeTimeSpan } from './time-span.ts';
import { readVocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

/** Which servers the answer before was about, and the question that it answered. */
export type Before = { filter: ServerFilter; question: Sentence | undefined; isCount: boolean };

const SERVERS = /servers?|hosts?|machines?/;
/** Says itself that it is about what was answered before. */
const OF_THOSE =
  /(?:which|how many|some|all|none|most|only|just|one)? ?of (?:those|these|them|which)|(?:those|these) (?:servers|hosts|machines|ones|vms|boxes)/;
const NARROWING = /^ (?:(?:and|but|ok|now|then) )*(?:only|just)(?= )/;
const MORE = /^ (?:(?:and|but|or|ok|now|then|what about|how about|same for|the same for) )+/;
const THEM = /(?:them|they|theyre|their|those|these|which ones?|the ones?|how many)/;
/** "who is the owner?" */
const OF_WHOSE =
  /^ (?:and )?(?:who|whos|what|whats)(?: is| are)? (?:the|their) (?:team )?(?:owners?|(?:key )?contacts?) $/;
/** "in Dublin?" alone. */
const PLACE = /^ (?:(?:in|at|on|with|by|running|owned by)(?: \S+){1,3}|(?:without|except|excluding|besides|apart from|but not|not|sorted by|ordered by)(?: \S+){1,5}) $/; // prettier-ignore
/** "which are down?", "ip addresses please": of whatever was answered. */
const OF_ANSWER = /^ (?:and )?(?:which(?: ones?)? (?:are|is|have|has|run|runs|need)(?: \S+){1,5}|(?:(?:all|the) )*(?:ips|ip addresses|addresses|owners|locations|hostnames|contacts)(?: please)?) $/; // prettier-ignore

/** A question that goes on from the answer before; one that says all of what it asks begins anew. */
export function isFollowUp(sentence: Sentence): boolean {
  if (sentence.has(OF_THOSE) || NARROWING.test(sentence.text)) return true;
  if (sentence.has(SERVERS)) return false;
  const { text } = sentence;
  return (
    MORE.test(text) ||
    PLACE.test(text) ||
    OF_ANSWER.test(text) ||
    SINCE.test(text) ||
    isAboutThem(sentence) ||
    OF_WHOSE.test(text) ||
    isLimitAlone(sentence)
  );
}

/** "how many have memory above 60 %?", "any with disk over 70 %?": of which servers was said before. */
function isLimitAlone({ text }: Sentence): boolean {
  const own = Sentence.of(text);
  if (own.has(/anything|everything|something|there|fleet|inventory|estate|infrastructure|boxes|vms|nodes/)) return false; // prettier-ignore
  return takeLimits(own).length > 0 && own.rest(new Set()).every(isCommon);
}

/** "how many?" goes on, "how many people are there?" does not. */
const isAboutThem = (sentence: Sentence): boolean =>
  sentence.has(THEM) &&
  (!sentence.has(/how many/) ||
    / how many(?: are| of| is| there| in| at| total| run| running| have){0,2} (?:\S+ )?$/.test(
      sentence.text,
    ));

/** What the conversation was about, where the question goes on from it; undefined where it begins anew. */
export async function readBefore(db: Db, question: string, turns: Turn[]): Promise<Before | undefined> {
  const history = withoutRefused(turns);
  if (history.length === 0 || !isFollowUp(new Sentence(question))) return undefined;
  const said = history.findLast(({ type }) => type === 'assistant')?.content ?? '';
  const vocabulary = await readVocabulary(db);
  const told = filterIn(said, vocabulary);
  const filterOf = ({ text }: Sentence) => takeFilter(new Sentence(text), vocabulary);
  // A message may ask several things, of which the last one about servers goes on.
  const asked = history
    .filter(({ type }) => type === 'user')
    .map(({ content }) => questionsIn(content).map((part) => new Sentence(part)));
  const begun = asked.findLastIndex((parts) => parts.some((part) => !isFollowUp(part)));
  const parts = asked[begun] ?? [];
  const first =
    parts.findLast((part) => part.has(SERVERS) || isFiltered(filterOf(part))) ??
    parts.findLast((part) => !isFollowUp(part));
  if (told) return { filter: told, question: first, isCount: /^There (?:is|are) \*\*/m.test(said) };
  const since = first ? [first, ...asked.slice(begun + 1).flat()] : (asked.at(-1) ?? []);
  const saysServers = since.some((sentence) => sentence.has(SERVERS));
  // A model tells of servers in words of its own.
  if (said !== '' && !OF_SERVERS.test(said) && (!saysServers || OF_OTHERS.test(said))) return undefined;
  const filters = since.map(filterOf);
  const isAboutServers = said !== '' || saysServers;
  if (!isAboutServers && !filters.some(isFiltered)) return undefined;
  const filter = filters.reduce((all, own) => mergedFilter(all, own));
  return { filter, question: first, isCount: false };
}

/** A question that was not understood leaves people where they were before it. */
function withoutRefused(history: Turn[]): Turn[] {
  const { content = '' } = history.at(-1) ?? {};
  const earlier = history.slice(0, -2);
  const isBefore = earlier.at(-1)?.type === 'assistant' && content.startsWith('I did not understand');
  return isBefore ? withoutRefused(earlier) : history;
}

const OF_SERVERS = /\*\* servers?\b|[Nn]o server|^(?:Highest|Lowest) /m;
const NOT_READ = /^(?:I did not understand|I found nothing)/m;
const OF_OTHERS = new RegExp(String.raw`/knowledge-base|/team\?|${NOT_READ.source}`, 'm');

/** Answers tell which servers they are about, in words that are read as those of a question. */
function filterIn(answer: string, vocabulary: Parameters<typeof takeFilter>[1]): ServerFilter | undefined {
  const heads = [...answer.matchAll(/^(?!- |I did not ).*\bservers? with (.+)[.:]$/gm)];
  const told = heads
    .at(-1)?.[1]
    ?.replace(BY_FIELD, '')
    .replace(/ \(times in [^)]*\)$/, '')
    .replaceAll(/\\(?=[^\w\s])/g, '');
  if (told === undefined) return undefined;
  const words = [...told.matchAll(/the text “([^”]*)”/g)].map(([, word = '']) => word);
  const filter = takeFilter(new Sentence(told.replaceAll(/the text “[^”]*”/g, ' ')), vocabulary);
  return { ...filter, words };
}

const BY_FIELD = new RegExp(` by (?:primary function|${Object.values(FIELD_NAMES).join('|')})$`);

/** What is said anew about a field or a figure takes the place of what was said before, or widens it ("or Ubuntu?"). */
export function mergedFilter(before: ServerFilter, own: ServerFilter, isWider = false): ServerFilter {
  const subjectOf = (part: Part) =>
    'range' in part
      ? part.range
      : 'field' in part
        ? part.field
        : 'figure' in part
          ? part.figure
          : `no ${part.missing}`;
  const anew = new Set([...own.choices, ...own.others, ...own.either.flat()].map(subjectOf));
  const isKept = (part: Part) => isWider || !anew.has(subjectOf(part));
  return {
    choices: [...before.choices.filter(isKept), ...own.choices],
    others: [...before.others.filter(isKept), ...own.others],
    either: [...before.either.filter((parts) => parts.every(isKept)), ...own.either],
    words: [...new Set([...before.words, ...own.words])],
  };
}

/**
 * "what about web-2?" after a question about web-1, and "and yesterday?" after one about today: the question before, with
 * what is said anew in the place of what it said. Undefined for any other question.
 */
export async function restated(
  db: Db,
  question: string,
  history: Turn[],
  timeZone: string,
): Promise<string | undefined> {
  const own = new Sentence(question);
  if (!MORE.test(own.text)) return undefined;
  own.text = own.text.replace(MORE, ' ');
  const written = await restatedOfDocuments(db, own, history);
  if (written !== undefined) return written;
  if (own.has(SERVERS)) return undefined;
  const asked = history.filter(({ type }) => type === 'user').map(({ content }) => content);
  const before = asked.findLast((content) => !MORE.test(new Sentence(content).text));
  if (before === undefined) return undefined;
  const earlier = new Sentence(before);
  const [named, namedBefore] = [await takeServers(db, own, question), await takeServers(db, earlier, before)];
  if (named.length > 0) {
    const isAlone = own.rest(new Set()).length === 0;
    if (!isAlone || namedBefore.length !== 1) return undefined;
    return earlier.text.replaceAll(/·\d+/g, named.map(({ name }) => name).join(' and ')).trim();
  }
  const said = history.findLast(({ type }) => type === 'assistant')?.content ?? '';
  if (!takeTimeSpan(earlier, timeZone) && !(NOT_READ.test(said) && questionsIn(before).length === 1))
    return undefined;
  const added = own.text.trim();
  const span = takeTimeSpan(own, timeZone);
  const kept = new Sentence(before);
  if (span) takeTimeSpan(kept, timeZone);
  return `${kept.text.replaceAll(/·\d+/g, ' ').trim()} ${added}`;
}

const TOPIC = /^ (?:for |about |with |of |on )?(?:the |a |an |our )?(?<topic>\S+(?: \S+){0,4}) $/;
const ASKS_ANEW =
  /^ (?:how|which|what|whats|who|whos|whose|where|when|why|list|show|count|in|at|is|are|does|do|did|has|all|only|those|these|them|they|it|its|their|there|one|some|anything|everything|yesterday|today|by|per|(?:on|with|of|for|about) (?:it|its|that|those|them|these)) /;
const HOW_TO =
  /how (?:do|to|can|should|would|does)|(?:whats|what is) the (?:procedure|process|way)|steps|procedure/;

/** "and the print server?" after "how do I restart the mail relay?": the same of something else, where documents answered. */
async function restatedOfDocuments(db: Db, own: Sentence, history: Turn[]): Promise<string | undefined> {
  const said = history.findLast(({ type }) => type === 'assistant')?.content ?? '';
  const before = history.findLast(
    ({ type, content }) => type === 'user' && new Sentence(content).has(HOW_TO),
  );
  const topic = TOPIC.exec(own.text)?.groups?.['topic'];
  if (!before || topic === undefined || ASKS_ANEW.test(own.text)) return undefined;
  if (!/\/knowledge-base\?doc=/.test(said) || OF_SERVERS.test(said)) return undefined;
  const { choices } = takeFilter(new Sentence(topic), await readVocabulary(db));
  if (choices.some(({ field }) => !OF_TOPICS.has(field))) return undefined;
  const text = new Sentence(before.content).text.trim();
  const thing = / (?:the|a|an|our|my) (?!.* (?:the|a|an|our|my) ).*$/;
  return thing.test(text) ? text.replace(thing, ` the ${topic}`) : text.replace(/\S+$/, topic);
}

/** What procedures are about; a place or a state is one of servers. */
const OF_TOPICS: ReadonlySet<string> = new Set(['function', 'operatingSystem', 'hardwareModel', 'domain']);
