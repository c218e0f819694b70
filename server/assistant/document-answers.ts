import { and, inArray } from 'drizzle-orm';
import { MONTHS } from '../../contract/dates.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import { fold, inOneWord, lexemesOf, rankByText } from '../search/queries.ts';
import { COMMON } from './common-words.ts';
import { alsoTelling, kindsAskedFor } from './kinds-of-answers.ts';
import type { Kinds } from './kinds-of-answers.ts';
import { documentAddress, documentLink, linkTo, listed, literal } from './literal.ts';
import {
  besides,
  ofFunction,
  ofHosts,
  saysOf,
  serversDoing,
  systemOf,
  tellsOfOthers,
  withoutKinds,
} from './documents-of-hosts.ts';
import type { Host } from './documents-of-hosts.ts';
import { bestPassage, coverOf, OF_SEVERAL } from './passages.ts';
import type { Passage } from './passages.ts';
import { tellsOfTrouble, whatFails, wordingsOf } from './same-words.ts';
import { tellingStems } from './telling-word.ts';
import { HOW_TO, Sentence, wordsOf } from './words.ts';

/** Words that a sentence is made of when it is told back, and documents that are looked at. */
export const TERMS = 8;
const CANDIDATES = 20;
/** Characters of a question that are looked up. */
const READ = 2_000;
const QUOTED = 3;
/** A document must tell about this share of what was asked, or it does not answer the question. */
const ENOUGH = 0.5;
/** Of a long message less will do, where what it holds tells as much as two words that it alone could have. */
const SOME = 1 / 3;
/** Where its title has no word of the question, one place of it must tell nearly all: words that stand apart are there by chance. */
const NEARLY_ALL = 0.75;
/** Asks how things are here, which a document tells whose title is about that, or else one that has all the words at one place. */
const OURS = /our|ours|my|us/;
/** Beside a place that tells more, one that tells less than this share of it is about something else. */
const AS_MUCH = 0.8;
/** All that was asked, but for how figures are rounded. */
export const ALL_TOLD = 0.999;
/** Documents that are read for a question until enough of them answer it. */
const LOOKED_AT = 8;
/** Less than that is near to nothing. */
const NEAR = 0.25;

const NOUNS = new Set(
  'both something anything allowed permitted document documents documentation docs doc article articles guide guides runbook runbooks page pages wiki knowledge kb happened say says according recent recently latest newest explain describe written mention mentions mentioning oldest happen happens somebody someone anybody anyone stay stays recommend recommends topic read steps step procedure way best instruction instructions written need needs exist changed updated last covers governs why next gets his her hers him she he while fine ok okay yes already really actually maybe u ur r im ive youre theyre dont doesnt didnt wont wouldnt cant couldnt shouldnt wasnt werent havent theres thats'.split(
    ' ',
  ),
);

export const isTopic = (word: string): boolean => !COMMON.has(word) && !NOUNS.has(word);

/** "the print server" prints nothing that was asked for. */
export const isOfServer = (word: string, next = '') =>
  /^(?:print|name)$/.test(word) && /^servers?$/.test(next);

/** Whoever asks whom to call looks for contacts: a call is something else. */
const WHOM_TO_CALL =
  /\bwho(?:m)? (?:(?:do|should|can|could|must|shall|would) (?:i|we|you|one) |(?:is|has) to be |to )(?:call|ring|phone|contact|ask|reach|notify|talk to)(?:ed)?\b|\b(?:tele)?phone numbers?\b/gi;
/** No document is about a time of the day. */
const AT_TIME =
  /\b(?:at|after|before|around) (?:\d{1,2}[:.]\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m|noon|midnight)\b/gi;
/** What is full by 97 % is written about as full. */
const PERCENT = /\b\d+(?:[.,]\d+)? ?(?:%|percent\b|per cent\b)/gi;
/** Whoever orders a thing puts nothing in order. */
const TO_ORDER = /\b(to|i|we|you|who(?: (?:may|can|must|should))?) orders?\b(?! by\b)/gi;
const inTopics = (question: string): string =>
  inOneWord(
    question
      .slice(0, READ)
      .replaceAll(TO_ORDER, '$1 ordering')
      .replaceAll(WHOM_TO_CALL, 'contact')
      .replaceAll(AT_TIME, ' ')
      .replaceAll(PERCENT, ' '),
  );

/** The words of a question that say what it is about, as they were written: KubeNodeDown is found by its parts. */
const writtenTopic = (question: string): string[] =>
  inTopics(question)
    .split(/\s+/)
    .filter((word, place, all) =>
      wordsOf(word).some((one) => isTopic(one) || isOfServer(one, wordsOf(all[place + 1] ?? '')[0])),
    );

/** What a question asks about, folded, to be told back. */
export const topicOf = (question: string): string[] =>
  [...new Set(wordsOf(question))].filter(isTopic).slice(0, TERMS);

export const addressOfPlace = (id: string, heading: string): string =>
  `${documentAddress(id)}&mode=preview#${encodeURIComponent(heading)}`;

/** Documents that tell enough about the question, best first, with what each word is worth. */
export async function retrieve(db: Db, question: string) {
  const topic = writtenTopic(question).join(' ');
  const { found, ...weights } = await rankByText(db, topic, ['document'], CANDIDATES);
  const { most } = weights;
  const answers = found.filter(({ told, score }) => told >= ENOUGH || (told >= SOME && score >= 2 * most));
  return { found: answers, ids: answers.map(({ id }) => id), ...weights };
}

async function inOrderOf(db: Db, text: string, ids: string[]): Promise<string[]> {
  const { found } = await rankByText(db, text.slice(0, READ), ['document'], CANDIDATES);
  const first = found.map(({ id }) => id).filter((id) => ids.includes(id));
  return [...first, ...ids.filter((id) => !first.includes(id))];
}

export async function textsOf(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  const { id, title, excerpt, content, updatedAt } = documents;
  const rows = await db
    .select({ id, title, excerpt, content, updatedAt })
    .from(documents)
    .where(and(inArray(id, ids), notInBin(documents)));
  return ids.flatMap((one) => rows.find((row) => row.id === one) ?? []);
}

/** `hosts`: servers that it asks about, so that what tells about them or what they do comes first; `isOfOwn`: nothing but what is written for their system. `isOfThings`: it asks for the state of things, as one of ours does; `isWhole`: one place tells all of it, and the title some of several words. */
type Asking = { hosts?: Host[]; isOfThings?: boolean; isOfOwn?: boolean; isWhole?: boolean; kinds?: Kinds };

/** The documents that answer a question at one place, best first. */
async function answering(db: Db, question: string, { hosts, isOfThings, isWhole }: Asking) {
  const { found, ids: telling, words, asked } = await retrieve(db, question);
  const sentence = new Sentence(question);
  const isByTitle = isOfThings ?? (sentence.has(OURS) && !sentence.has(HOW_TO));
  const ids = hosts === undefined ? telling : await inOrderOf(db, `${question} ${besides(hosts)}`, telling);
  const rarest = Math.max(0, ...words.map(({ weight }) => weight));
  const near = await textsOf(db, ids.slice(0, LOOKED_AT));
  const own =
    hosts === undefined ? await ofFunction(db, near, question) : await ofHosts(db, near, { hosts, question });
  const covers = new Map(
    own.map((text) => [
      text.id,
      coverOf({ title: text.title, content: `${text.excerpt ?? ''}\n\n${text.content}` }, words),
    ]),
  );
  const toldBy = ({ id }: { id: string }) => covers.get(id)?.atOnePlace ?? 0;
  const tellsAllOfIt = (text: { id: string }) => toldBy(text) >= ALL_TOLD * asked;
  const texts = own.filter((text) => {
    const { inTitle = 0, atOnePlace = 0 } = covers.get(text.id) ?? {};
    if (isWhole) return words.length > 1 && inTitle > 0 && tellsAllOfIt(text);
    if (isByTitle) return inTitle >= ENOUGH * asked || (inTitle > 0 && atOnePlace >= NEARLY_ALL * asked);
    // One word of several, in a page that is called by none of them, is there by chance, however rare it is.
    if (words.length > 1 && inTitle === 0 && atOnePlace <= rarest) return false;
    const isLong = found.some(({ id, told }) => id === text.id && told < ENOUGH);
    return isLong || atOnePlace >= (inTitle > 0 ? ENOUGH : NEARLY_ALL) * asked;
  });
  // One word alone stands anywhere.
  const whole =
    texts.length === 0 && isByTitle && !isOfThings && words.length > 1 ? own.filter(tellsAllOfIt) : [];
  const fitting = [...texts, ...whole];
  const most = Math.max(0, ...fitting.map(toldBy));
  const best = fitting.filter((text) => toldBy(text) >= AS_MUCH * most).slice(0, QUOTED);
  return { texts: best.map((text) => ({ ...text, told: toldBy(text) })), words };
}

const saidIn = (passage: Passage | undefined): string => [passage?.heading, passage?.quote].join(' ');

export const QUOTING = 'From the documents:';

/** A passage with where it is from. */
export function quotationOf(
  { id, title }: { id: string; title: string },
  passage: Passage | undefined,
): string {
  const isNamed = passage?.heading && passage.heading !== title;
  const heading = isNamed ? ` › ${linkTo(passage.heading, addressOfPlace(id, passage.id))}` : '';
  return `**${documentLink({ id, title })}**${heading}${passage?.quote ? `\n\n${passage.quote}` : ''}`;
}

/** The passages that answer best, quoted with where they are from; undefined where no document tells about it, in whatever words. */
export async function answerFromDocuments(
  db: Db,
  question: string,
  asking: Asking = {},
): Promise<string | undefined> {
  const kinds = alsoTelling(kindsAskedFor(question), asking.kinds?.tells);
  for (const wording of wordingsOf(question)) {
    // oxlint-disable-next-line no-await-in-loop -- The first that is answered ends it.
    const told = await answerAsWorded(db, wording, { ...asking, kinds });
    if (told !== undefined) return told;
  }
  if (asking.hosts) return undefined;
  const failing = whatFails(question);
  const ofTrouble = { ...asking, isWhole: true, kinds: alsoTelling(kinds, tellsOfTrouble) };
  const told = failing === undefined ? undefined : await answerAsWorded(db, failing, ofTrouble);
  if (told !== undefined) return told;
  // "when are the gateways patched?": where nothing is written of gateways, as servers of their system are.
  const hosts = await serversDoing(db, question);
  return hosts.length === 0
    ? undefined
    : answerAsWorded(db, await withoutKinds(db, question), { ...asking, kinds, hosts, isOfOwn: true });
}

/** "may" is hardly ever the month. */
const MONTH_STEMS = new Set(MONTHS.filter((month) => month !== 'May').flatMap((month) => lexemesOf(month)));
const HAPPENED = /\b(?:was|were|did|had|happened)\b/i;
const monthsIn = (stems: string[]) => stems.filter((stem) => MONTH_STEMS.has(stem));

/** What happened in August is no answer about March; what is done in April may be one. */
function isOfOtherMonth(question: string, held: string[]): boolean {
  if (!HAPPENED.test(question)) return false;
  const [asked, told] = [monthsIn(lexemesOf(question)), monthsIn(held)];
  return asked.length > 0 && told.length > 0 && !asked.some((month) => told.includes(month));
}

/** "crane-7 is patched in May" is what is so for one of the cranes, where all of them are asked about. */
const isOfSomeOnly = (text: string, hosts: Host[]): boolean => {
  const isNamed = hosts.map(({ name }) => lexemesOf(text).includes(fold(name)));
  return isNamed.includes(true) && isNamed.includes(false);
};

/** What is written beside it for all that run their system, or else for all of them. */
function generalIn(
  text: { title: string; content: string },
  asked: Parameters<typeof bestPassage>[1] & { hosts: Host[] },
  length: number | undefined,
): Passage | undefined {
  const isLeftOut = (block: string) => isOfSomeOnly(block, asked.hosts);
  const ofSystem = bestPassage(text, { ...asked, isOfOwn: true, isLeftOut }, length);
  if (ofSystem) return ofSystem;
  const { words } = asked;
  const passage = bestPassage(text, { ...asked, isLeftOut }, length);
  const { atOnePlace } = coverOf({ title: text.title, content: passage?.quote ?? '' }, words);
  return atOnePlace >= ENOUGH * words.reduce((sum, { weight }) => sum + weight, 0) ? passage : undefined;
}

async function answerAsWorded(db: Db, question: string, asking: Asking): Promise<string | undefined> {
  // A year or a number alone says nothing of a server.
  if (asking.hosts && !/\p{L}/u.test(topicOf(question).join(' '))) return undefined;
  const { texts, words } = await answering(db, question, asking);
  const telling = tellingStems(question, new Set(words.map(({ lexeme }) => lexeme)));
  const isTold = (text: string) => {
    const held = lexemesOf(text);
    return (
      telling.every((stem) => held.some((own) => own.startsWith(stem))) &&
      asking.kinds?.tells(text) !== false &&
      !isOfOtherMonth(question, held)
    );
  };
  const hosts = asking.hosts ?? (await serversDoing(db, question));
  const ofSystem = hosts.length > 0 ? await systemOf(db, hosts) : undefined;
  const parts: string[] = [];
  const stems = words.map(({ lexeme }) => lexeme);
  for (const { id, title, content, told } of texts) {
    // oxlint-disable-next-line no-await-in-loop -- Three at most.
    if (asking.hosts && !(await saysOf(db, { title, content, asked: stems }, asking.hosts))) continue;
    if (ofSystem?.(title) === 'other') continue;
    const length = parts.length === 0 ? undefined : OF_SEVERAL;
    const asked = { question, words, ofSystem, kinds: asking.kinds, isOfOwn: asking.isOfOwn === true };
    const best = bestPassage({ title, content }, asked, length);
    const isOfOthers =
      // oxlint-disable-next-line no-await-in-loop -- Three at most.
      hosts.length > 0 && (await tellsOfOthers(db, { title, passage: saidIn(best) }, hosts));
    // What is written for their system is about them too.
    const passage = isOfOthers ? bestPassage({ title, content }, { ...asked, isOfOwn: true }, length) : best;
    if (hosts.length > 0 && !passage) continue;
    if (!isTold(`${title} ${saidIn(passage)}`)) continue;
    // A time that stands apart from what it is asked of is another one's.
    const { atOnePlace } = coverOf({ title, content: saidIn(passage) }, words);
    if (asking.kinds?.isAmount && atOnePlace < AS_MUCH * told) continue;
    const isOfSome = !asking.hosts && isOfSomeOnly(saidIn(passage), hosts);
    const general = isOfSome ? generalIn({ title, content }, { ...asked, hosts }, length) : undefined;
    parts.push(...[general, passage].flatMap((one) => (one ? quotationOf({ id, title }, one) : [])));
  }
  if (parts.length === 0) return undefined;
  return [QUOTING, ...parts].join('\n\n');
}

/** Documents that tell a part of what is asked, to look at where none answers it; and which words no document has. */
export async function nearestDocuments(db: Db, question: string, least = NEAR): Promise<string | undefined> {
  const topic = writtenTopic(question);
  const { found, words, asked } = await rankByText(db, topic.join(' '), ['document'], CANDIDATES);
  const known = words.reduce((sum, { weight }) => sum + weight, 0);
  // Of the words that there are at all it must tell as much as of a question in known words an answer would.
  const isNear = ({ told }: { told: number }) =>
    told >= least || (words.length > 1 && told * asked >= known * ENOUGH);
  const near = found.filter(isNear).slice(0, QUOTED);
  const texts = await textsOf(
    db,
    near.map(({ id }) => id),
  );
  if (texts.length === 0) return undefined;
  const held = new Set(words.map(({ lexeme }) => lexeme));
  const missing = topic.filter((word) => lexemesOf(word).every((lexeme) => !held.has(lexeme)));
  const lack =
    missing.length > 0 && missing.length < topic.length && topic.length <= 2 * TERMS
      ? `No text has ${listed(missing.map((word) => `“${literal(wordsOf(word).join(' '))}”`))}. Nearest to the rest:`
      : 'Nearest to it:';
  const lines = texts.map(({ id, title, content }) => {
    const heading = bestPassage({ title, content }, { question, words })?.heading;
    return `- ${documentLink({ id, title })}${heading && heading !== title ? ` › ${literal(heading)}` : ''}`;
  });
  return [lack, '', ...lines].join('\n');
}
