import { and, desc, eq, inArray } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import { lexemesOf, rankByText, search } from '../search/queries.ts';
import type { Weighed } from '../search/queries.ts';
import { exactDay } from './account-time.ts';
import { besides, isOfOthers } from './beside-hosts.ts';
import type { Host } from './beside-hosts.ts';
import { COMMON } from './common-words.ts';
import { counted, linkTo, listed, literal } from './literal.ts';
import { bestPassage } from './passages.ts';
import { countDocumentsBy, readDocumentFilter, templateIn } from './document-filters.ts';
import type { DocumentFilter } from './document-filters.ts';
import { leftOut } from './left-out.ts';
import type { Sentence } from './words.ts';
import { wordsOf } from './words.ts';

/** Words that a sentence is made of when it is told back, and documents that are looked at. */
const TERMS = 8;
const CANDIDATES = 20;
/** Characters of a question that are looked up. */
const READ = 2_000;
const QUOTED = 3;
const TITLES = 10;
/** A document must tell about this share of what was asked, or it does not answer the question. */
const ENOUGH = 0.5;
/** Of a long message less will do, where what it holds tells as much as two words that it alone could have. */
const SOME = 1 / 3;
/** Less than that is near to nothing. */
const NEAR = 0.25;

const NOUNS = new Set(
  'both document documents documentation docs doc article articles guide guides runbook runbooks page pages wiki knowledge kb say says according recent recently latest newest explain describe written mention mentions topic read steps step procedure way best instruction instructions written need needs exist changed updated last'.split(
    ' ',
  ),
);

const isTopic = (word: string): boolean => !COMMON.has(word) && !NOUNS.has(word);

/** "the print server" prints nothing that was asked for. */
const isOfServer = (word: string, next = '') => /^(?:print|name)$/.test(word) && /^servers?$/.test(next);

/** The words of a question that say what it is about, as they were written: KubeNodeDown is found by its parts. */
const writtenTopic = (question: string): string[] =>
  question
    .slice(0, READ)
    .split(/\s+/)
    .filter((word, place, all) =>
      wordsOf(word).some((one) => isTopic(one) || isOfServer(one, wordsOf(all[place + 1] ?? '')[0])),
    );

/** What a question asks about, folded, to be told back. */
export const topicOf = (question: string): string[] =>
  [...new Set(wordsOf(question))].filter(isTopic).slice(0, TERMS);

/** Search finds parts of words, so a beginning stands for all forms. */
const stemOf = (word: string): string => {
  if (/[^\p{L}]/u.test(word) || word.length < 5) return word;
  return word.length > 6 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/(?:es|s)$/, '');
};

const find = (db: Db, q: string, limit: number) => search(db, { q, kinds: ['document'], limit });

const addressOf = (id: string): string => `/knowledge-base?doc=${id}`;
const addressOfPlace = (id: string, heading: string): string =>
  `${addressOf(id)}&mode=preview#${encodeURIComponent(heading)}`;

/** Documents that tell enough about the question, best first, with what each word is worth. */
export async function retrieve(db: Db, question: string): Promise<{ ids: string[]; words: Weighed[] }> {
  const topic = writtenTopic(question).join(' ');
  const { found, words, most } = await rankByText(db, topic, ['document'], CANDIDATES);
  const answers = found.filter(({ told, score }) => told >= ENOUGH || (told >= SOME && score >= 2 * most));
  return { ids: answers.map(({ id }) => id), words };
}

async function inOrderOf(db: Db, text: string, ids: string[]): Promise<string[]> {
  const { found } = await rankByText(db, text.slice(0, READ), ['document'], CANDIDATES);
  const first = found.map(({ id }) => id).filter((id) => ids.includes(id));
  return [...first, ...ids.filter((id) => !first.includes(id))];
}

async function textsOf(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  const { id, title, content, updatedAt } = documents;
  const rows = await db
    .select({ id, title, content, updatedAt })
    .from(documents)
    .where(and(inArray(id, ids), notInBin(documents)));
  return ids.flatMap((one) => rows.find((row) => row.id === one) ?? []);
}

/**
 * The passages that answer best, quoted with where they are from; undefined where no document tells about it. Of those that do,
 * the ones that also tell about the `hosts` come first, and none that tells about others.
 */
export async function answerFromDocuments(
  db: Db,
  question: string,
  hosts: Host[] = [],
): Promise<string | undefined> {
  const { ids: telling, words } = await retrieve(db, question);
  const ids = hosts.length === 0 ? telling : await inOrderOf(db, `${question} ${besides(hosts)}`, telling);
  const parts: string[] = [];
  for (const { id, title, content } of await textsOf(db, ids.slice(0, QUOTED))) {
    const most = parts.length === 0 ? undefined : 300;
    const passage = bestPassage({ title, content }, { question, words }, most);
    const said = [passage?.heading, passage?.quote].join(' ');
    // oxlint-disable-next-line no-await-in-loop -- Three at most.
    if (hosts.length > 0 && (await isOfOthers(db, { title, passage: said }, hosts))) continue;
    const heading =
      passage?.heading && passage.heading !== title
        ? ` › ${linkTo(passage.heading, addressOfPlace(id, passage.id))}`
        : '';
    parts.push(
      [`**${linkTo(title, addressOf(id))}**${heading}`, ...(passage?.quote ? ['', passage.quote] : [])].join(
        '\n',
      ),
    );
  }
  if (parts.length === 0) return undefined;
  return ['From the documents:', ...parts].join('\n\n');
}

/** Titles alone: the newest, or those about the words. */
export async function listDocuments(
  db: Db,
  question: string,
  { timeZone, me }: { timeZone: string; me: string },
): Promise<string> {
  const asked = await readDocumentFilter(db, withOr(question), me);
  const { operators, labels, sentence, unread } = asked;
  if (unread.length > 0) return notRead(unread, labels);
  const ofTemplate = await heldByTemplate(db, asked);
  const either = ofTemplate ? [] : alternativesIn(sentence);
  if (asked.group && operators.length + either.length === 0) return countDocumentsBy(db, asked.group);
  const about = aboutOf(either, ofTemplate ? [ofTemplate.label] : labels);
  const isPlain = !ofTemplate && operators.length === 0 && either.length < 2;
  const { ids, total } =
    ofTemplate ??
    (isPlain && either.length > 0 ? await told(db, question) : await heldOf(db, operators, either));
  const texts = await textsOf(db, ids.slice(0, TITLES));
  if (texts.length === 0) return `I found nothing: there is no document${about}.`;
  const lines = texts.map(
    ({ id, title, updatedAt }) =>
      `- ${linkTo(title, addressOf(id))} · updated ${exactDay(updatedAt, timeZone)}`,
  );
  const head = isPlain
    ? about
      ? `Documents${about}:`
      : `The ${texts.length} documents that changed last:`
    : `${counted(total, 'document')}${about}:`;
  const more =
    !isPlain && total > texts.length
      ? ['', `${total - texts.length} more are in [the knowledge base](/knowledge-base).`]
      : [];
  return [head, '', ...lines, ...more].join('\n');
}

async function told(db: Db, question: string) {
  const { ids } = await retrieve(db, question);
  return { ids, total: ids.length };
}

/** Documents that hold all of the words and fit the operators; the newest first where there are no words. */
async function held(db: Db, operators: string[], words: string[]) {
  const { hits, total } = await find(db, [...operators, ...words.map(stemOf)].join(' '), TITLES);
  return { ids: hits.map(({ id }) => id), total };
}

/** Documents that have one of the forms of the knowledge base, where a question asks for nothing else and there are any. */
async function heldByTemplate(db: Db, asked: DocumentFilter) {
  const kind = templateIn(asked, isTopic);
  if (!kind) return undefined;
  const those = and(notInBin(documents), eq(documents.templateType, kind.template));
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(those)
    .orderBy(desc(documents.updatedAt), documents.id)
    .limit(TITLES);
  const total = await db.$count(documents, those);
  return total > 0 ? { ids: rows.map(({ id }) => id), total, label: `template ${kind.label}` } : undefined;
}

/** Lists of words of which either will do: "linux or windows", "the mail relay or the print server". */
type Alternatives = string[][];
const MOST_OR = 4;

/** Of several lists a document is counted once, however many of them it holds. */
async function heldOf(db: Db, operators: string[], either: Alternatives) {
  if (either.length < 2) return held(db, operators, either.flat());
  const ids: string[] = [];
  let total = 0;
  for (let some = 1; some < 2 ** either.length; some++) {
    const lists = either.filter((_, place) => some & (1 << place));
    // oxlint-disable-next-line no-await-in-loop -- Fifteen at most.
    const found = await held(db, operators, [...new Set(lists.flat())]);
    if (lists.length === 1) ids.push(...found.ids);
    total += lists.length % 2 ? found.total : -found.total;
  }
  return { ids: [...new Set(ids)], total };
}

/** "dns, vpn or mail" is all of them with an "or". */
const withOr = (question: string): string =>
  / or /i.test(question)
    ? question.replaceAll(/,(?: or)?\s+(?=[^,?.!]{1,40}(?:,|\sor\s|$))/gi, ' or ')
    : question;

function alternativesIn(sentence: Sentence): Alternatives {
  const topic = (text: string) =>
    [...new Set(text.split(' ').filter((word, place, all) => word && !word.startsWith('·') && (isTopic(word) || isOfServer(word, all[place + 1]))))]
      .slice(0, TERMS); // prettier-ignore
  const either = sentence.text.split(' or ').map(topic);
  const isEither = either.length > 1 && either.length <= MOST_OR && either.every((words) => words.length > 0);
  return isEither ? either : [topic(sentence.text)].filter((words) => words.length > 0);
}

const notRead = (unread: string[], labels: string[]): string =>
  leftOut(unread, labels.length > 0 ? `documents of ${labels.join(', ')}` : 'that this is about documents', '[the knowledge base](/knowledge-base)'); // prettier-ignore

const aboutOf = (either: Alternatives, labels: string[]): string =>
  [
    ...(either.length > 0
      ? [` with ${either.map((words) => `“${literal(words.join(' '))}”`).join(' or ')}`]
      : []),
    ...(labels.length > 0 ? [` (${labels.join(', ')})`] : []),
  ].join('');

/** People call many documents so, and no type is. */
const NO_TYPE = /runbooks?|procedures?|manuals?|guides?|policies/;

/** Documents that hold all of the words, as every search of the product counts them. */
export async function countDocuments(db: Db, question: string, me: string): Promise<string> {
  const asked = await readDocumentFilter(db, withOr(question), me);
  const { operators, labels, group, sentence, unread } = asked;
  if (unread.length > 0) return notRead(unread, labels);
  const ofTemplate = await heldByTemplate(db, asked);
  if (ofTemplate) return countedText(ofTemplate.total, aboutOf([], [ofTemplate.label]));
  const alternatives = alternativesIn(sentence);
  const isAll = operators.length + alternatives.flat().length === 0;
  if (group && isAll) return countDocumentsBy(db, group);
  const kind = isAll ? sentence.take(NO_TYPE)?.[0].trim() : undefined;
  if (kind)
    return `No type of document is called “${kind}”, so I cannot count them.\n\n${await countDocumentsBy(db, 'types')}`;
  const { total } = await heldOf(db, operators, alternatives);
  return countedText(total, aboutOf(alternatives, labels));
}

const countedText = (total: number, about: string) =>
  total === 0
    ? `There is no document${about}.`
    : `There ${total === 1 ? 'is' : 'are'} ${counted(total, 'document')}${about}.`;

/** Documents that have the name of a server in them. */
export async function documentsNaming(db: Db, name: string): Promise<string> {
  const { ids, total } = await held(db, [`"${name.replaceAll('"', ' ')}"`], []);
  if (total === 0) return `There is no document that mentions “${literal(name)}”.`;
  const texts = await textsOf(db, ids.slice(0, TITLES));
  const more =
    total > texts.length
      ? ['', `${total - texts.length} more are in [the knowledge base](/knowledge-base).`]
      : [];
  const head = `${counted(total, 'document mentions', 'documents mention')} “${literal(name)}”:`;
  return [head, '', ...texts.map(({ id, title }) => `- ${linkTo(title, addressOf(id))}`), ...more].join('\n');
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
    return `- ${linkTo(title, addressOf(id))}${heading && heading !== title ? ` › ${literal(heading)}` : ''}`;
  });
  return [lack, '', ...lines].join('\n');
}
