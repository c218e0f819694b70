import type { Turn } from '../../contract/assistant.ts';
import type { Db } from '../db/open.ts';
import { isFiltered, NOTHING, partsOf, subjectOf } from './filter-sql.ts';
import { GROUP_NAMES } from './group-sql.ts';
import type { Choice, Part, ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { goesOn, isFollowUp, MORE, NARROWING, NOT_READ, PLACE, SERVERS, withoutRefused } from './goes-on.ts';
import { questionsIn } from './parts-of-question.ts';
import { bothPlaces } from './places.ts';
import { takeServers } from './named.ts';
import { takeTimeSpan } from './time-span.ts';
import { readVocabulary } from './vocabulary.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

/** Which servers the answer before was about, and the questions that led to it. */
export type Before = { filter: ServerFilter; questions: Sentence[]; isCount: boolean };

/** What the conversation was about, where the question goes on from it; undefined where it begins anew. */
export async function readBefore(
  db: Db,
  question: string,
  turns: Turn[],
  timeZone: string,
): Promise<Before | undefined> {
  if (turns.length === 0) return undefined;
  const vocabulary = await readVocabulary(db);
  const asking = new Sentence(question);
  if (!goesOn(asking, vocabulary)) return undefined;
  const history = withoutRefused(turns, vocabulary);
  const said = history.findLast(({ type }) => type === 'assistant')?.content ?? '';
  const understood = isFollowUp(asking) ? UNDERSTOOD.exec(said)?.[1] : undefined;
  const told = filterIn(understood === undefined ? said : `${understood}.`, vocabulary, timeZone);
  const filterOf = ({ text }: Sentence) => takeFilter(new Sentence(text), vocabulary, timeZone);
  // A message may ask several things, of which the last one about servers goes on.
  const asked = history
    .filter(({ type }) => type === 'user')
    .map(({ content }) => questionsIn(content).map((part) => new Sentence(part)));
  const begun = Math.max(0, asked.findLastIndex((parts) => parts.some((part) => !goesOn(part, vocabulary)))); // prettier-ignore
  const parts = asked[begun] ?? [];
  const first =
    parts.findLast((part) => part.has(SERVERS) || isFiltered(filterOf(part))) ??
    parts.findLast((part) => !isFollowUp(part));
  const since = [...(first ? [first] : []), ...asked.slice(begun + 1).flat()];
  const questions = [...askedFor(said), ...since];
  if (told) return { filter: told, questions, isCount: /^There (?:is|are) \*\*/m.test(said) };
  if (!isFollowUp(asking) && !OF_SERVERS.test(said)) return undefined;
  const saysServers = since.some((sentence) => sentence.has(SERVERS));
  // A model tells of servers in words of its own.
  if (said !== '' && !OF_SERVERS.test(said) && (!saysServers || OF_OTHERS.test(said))) return undefined;
  const filters = since.map(filterOf);
  const isAboutServers = said !== '' || saysServers;
  if (!isAboutServers && !filters.some(isFiltered)) return undefined;
  const filter = filters.reduce((all, own) => mergedFilter(all, own), NOTHING);
  return { filter, questions, isCount: false };
}

/** Whoever asks on after an answer about some servers, or one, hears where the next is about all of them. */
export function ofAllServers(query: string, history: Turn[]): string {
  const said = history.findLast(({ content, type }) => type === 'assistant' && OF_SOME.test(content));
  return said && !new Sentence(query).has(ALL) ? 'This is about all servers, not only those of the answer before.\n\n' : ''; // prettier-ignore
}

/** Which servers a question was about of which not every word was understood. */
const UNDERSTOOD = /^I did not understand .* What I understood: (servers with .+?)\. Ask it in other words/;
const OF_SOME = /\bservers? with |[?&]server=/;
const ALL = /(?:all|every|our) .*|(?:servers?|hosts?|machines?|vms?|box|boxes|nodes?|fleet|inventory|infrastructure)/; // prettier-ignore

const OF_SERVERS = /\*\* servers?\b|[Nn]o server|^(?:Highest|Lowest) /m;
const OF_OTHERS = new RegExp(String.raw`/knowledge-base|/team\?|${NOT_READ.source}`, 'm');

/** Answers tell which servers they are about, in words that are read as those of a question. */
function filterIn(answer: string, vocabulary: Vocabulary, timeZone: string): ServerFilter | undefined {
  const heads = [...answer.matchAll(/^(?!- |I did not ).*\bservers? with (.+)[.:]$/gm)];
  const told = heads
    .at(-1)?.[1]
    ?.replace(BY_FIELD, '')
    .replace(/ \(times in [^)]*\)$| was measured$/, '')
    .replaceAll(/\\(?=[^\w\s])/g, '');
  if (told === undefined) return undefined;
  const words = [...told.matchAll(/the text “([^”]*)”/g)].map(([, word = '']) => word);
  const filter = takeFilter(new Sentence(told.replaceAll(/the text “[^”]*”/g, ' ')), vocabulary, timeZone);
  return { ...filter, words };
}

/** What an answer tells of servers, as a question asks for it: the one that asked may be too long ago. */
const TELLS: [RegExp, string][] = [
  [/^(?:High|Low)est (?:CPU|memory|disk) usage/m, '$&'],
  [/^(?:High|Low)est uptime/m, '$&'],
  [/^The average (.+?) is /m, 'average $1'],
  [/^.*\*\* servers? .*( by [a-z ]+):$/m, '$1'],
  [/^Addresses of /m, 'addresses'],
];

const askedFor = (answer: string): Sentence[] =>
  TELLS.flatMap(([told, asks]) => {
    const match = told.exec(answer);
    return match ? [new Sentence(match[0].replace(told, asks))] : [];
  });

const BY_FIELD = new RegExp(` by (?:(?:, | and )?(?:${Object.values(GROUP_NAMES).join('|')}))+$`);

/** What is said anew about a field or a figure takes the place of what was said before, or widens it ("or Ubuntu?"). */
export function mergedFilter(before: ServerFilter, said: ServerFilter, isWider = false): ServerFilter {
  const own = isWider ? said : { ...said, choices: said.choices.map((choice) => inPlace(choice, before)) };
  const aboutOf = (part: Part) => ('missing' in part ? `no ${part.missing}` : subjectOf(part));
  const anew = new Set(partsOf(own).map(aboutOf));
  // "not in Leeds" behind "not in Sydney" leaves out both.
  const isNot = (part: Part) => ('field' in part || 'partOf' in part) && part.isNot === true;
  const isTurned = (part: Part) => isNot(part) && partsOf(own).every((one) => aboutOf(one) !== aboutOf(part) || isNot(one)); // prettier-ignore
  const isKept = (part: Part) => isWider || !anew.has(aboutOf(part)) || isTurned(part);
  return {
    choices: [...before.choices.filter(isKept), ...own.choices],
    others: [...before.others.filter(isKept), ...own.others],
    either: [...before.either.filter((parts) => parts.every(isKept)), ...own.either],
    words: [...new Set([...before.words, ...own.words])],
  };
}

/** "on floor 2" behind "in Oslo" is a floor there, and "in Oslo" behind "on floor 2" is all of Oslo. */
function inPlace(own: Choice, { choices }: ServerFilter): Choice {
  const before = choices.filter(({ field, isNot }) => field === own.field && !isNot);
  const [only, other] = before;
  if (own.field !== 'serverLocation' || own.isNot || !only || other) return own;
  return only.values.every((value) => own.values.includes(value)) ? own : (bothPlaces(own, only) ?? own);
}

/**
 * "what about web-2?" after a question about web-1, and "and yesterday?" after one about today: the question before, with
 * what is said anew in the place of what it said. Undefined for any other question.
 */
export async function restated(
  db: Db,
  question: string,
  turns: Turn[],
  timeZone: string,
): Promise<string | undefined> {
  const own = new Sentence(question);
  if (!isAdded(own)) return undefined;
  const vocabulary = await readVocabulary(db);
  const history = withoutRefused(turns, vocabulary);
  const isMore = MORE.test(own.text);
  own.text = own.text.replace(MORE, ' ').replace(NARROWING, ' ');
  const written = isMore ? await restatedOfDocuments(db, own, history) : undefined;
  if (written !== undefined) return written;
  if (own.has(SERVERS)) return undefined;
  const asked = history.filter(({ type }) => type === 'user').map(({ content }) => content);
  const before = asked.findLast((content) => !isAdded(new Sentence(content)));
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

/** "and in Dublin?", "only Dublin", "in Dublin?": to be added to what was asked. */
const isAdded = ({ text }: Sentence): boolean => [MORE, NARROWING, PLACE].some((way) => way.test(text));

const TOPIC = /^ (?:for |about |with |of |on )?(?:the |a |an |our )?(?<topic>\S+(?: \S+){0,4}) $/;
const ASKS_ANEW =
  /^ (?:how|which|what|whats|who|whos|whose|where|when|why|list|show|count|in|at|is|are|does|do|did|has|all|only|those|these|them|they|it|its|their|there|one|some|anything|everything|yesterday|today|by|per|(?:on|with|of|for|about) (?:it|its|that|those|them|these)) /;
/** "and the steps after the updates?" */
const PART =
  /^ (?:the |its )?(?:steps?|rollback|prerequisites?|checks?|commands?|sections?|parts?|rest|last|next) /;
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
  if (PART.test(own.text)) return `${text} ${own.text.trim()}`;
  const thing = / (?:the|a|an|our|my) (?!.* (?:the|a|an|our|my) ).*$/;
  return thing.test(text) ? text.replace(thing, ` the ${topic}`) : text.replace(/\S+$/, topic);
}

/** What procedures are about; a place or a state is one of servers. */
const OF_TOPICS: ReadonlySet<string> = new Set(['function', 'operatingSystem', 'hardwareModel', 'domain']);
