import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import { search } from '../search/queries.ts';
import { exactDay } from './account-time.ts';
import { ALL_TOLD, isOfServer, isTopic, retrieve, TERMS, textsOf, topicOf } from './document-answers.ts';
import { countDocumentsBy, readDocumentFilter, templateIn } from './document-filters.ts';
import type { DocumentFilter, Lack } from './document-filters.ts';
import { leftOut } from './left-out.ts';
import { counted, documentLink, literal } from './literal.ts';
import { Sentence } from './words.ts';

const TITLES = 10;
/** Documents that are put in another order than the search has them in. */
const LOOKED_THROUGH = 1_000;

/** Search finds parts of words, so a beginning stands for all forms. */
const stemOf = (word: string): string => {
  if (/[^\p{L}]/u.test(word) || word.length < 5) return word;
  return word.length > 6 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/(?:es|s)$/, '');
};

const find = (db: Db, q: string, limit: number) => search(db, { q, kinds: ['document'], limit });

const TITLE_WORDS = /(?:list|show|view|which|what|recent|recently|latest|newest|oldest)/;
/** "kubernetes docs without drafts" */
const NARROWED =
  /(?:documents|docs|articles|guides|runbooks)(?= (?:without|except|excluding|tagged|not|that are not|that arent|by) )/;
const ASKS_HOW = /how|what|whats|where|why/;
/** "documents about dns", "our runbooks owned by Ann": titles of many, and not what one of them says. */
const THESE =
  /^ (?:(?:and|also|all|our|the|my|latest|newest|oldest|first|last|top|unpublished|\d+) )*(?:(?:troubleshooting|how-to|build|published|draft) )?(?:documents|docs|articles|guides|runbooks|how-?tos|work instructions|drafts|manuals)(?= (?:about|on|for|with|without|in|of|by|that|which|not|written|owned|managed|maintained|created|changed|updated|edited|mentioning|containing|covering|referring|referencing|regarding|concerning|linking|tagged|from|under|$))/;

/** Whether documents are to be named, and not what one of them says. */
export const asksForTitles = (query: string, sentence: Sentence): boolean =>
  topicOf(query).length === 0 ||
  THESE.test(new Sentence(query).text) ||
  (new Sentence(query).has(NARROWED) && !new Sentence(query).has(ASKS_HOW)) ||
  (sentence.has(TITLE_WORDS) && !sentence.has(/how|say|says|recommends?|advises?/));

const VALUES =
  /^ (?:which|what|list|show|name)(?: me)?(?: all| the| our)* (?<what>categories|tags|types of documents?|document types)(?: (?:are there|do we have|there are|exist|are used|of documents?|for documents?|in the knowledge base))* $/;

/** "which categories are there?" */
export async function listValues(db: Db, query: string): Promise<string | undefined> {
  const what = VALUES.exec(new Sentence(query).text)?.groups?.['what'];
  if (what === undefined) return undefined;
  return countDocumentsBy(db, what === 'categories' || what === 'tags' ? what : 'types');
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
  const ofKind = await heldByKind(db, asked);
  const either = ofKind?.either ?? alternativesIn(sentence);
  if (asked.group && operators.length + either.length === 0) return countDocumentsBy(db, asked.group);
  const about = aboutOf(either, ofKind?.labels ?? labels);
  const isPlain = !ofKind && operators.length === 0 && either.length < 2 && !asked.isOldest && isTold(either);
  const find = asked.isOldest ? oldestOf : isPlain && either.length > 0 ? told : heldOf;
  const { ids, total } = ofKind ?? (await find(db, operators, either));
  const texts = await textsOf(db, ids.slice(0, Math.min(TITLES, asked.most ?? TITLES)));
  if (texts.length === 0) return `I found nothing: there is no document${about}.`;
  const lines = texts.map(
    ({ id, title, updatedAt }) =>
      `- ${documentLink({ id, title })} · updated ${exactDay(updatedAt, timeZone)}`,
  );
  const head = isPlain
    ? about
      ? total === 0
        ? `${NO_DOCUMENT_HAS} ${either.map((words) => `“${literal(words.join(' '))}”`).join(' or ')}. ${NEAREST}`
        : `Documents${about}:`
      : `The ${texts.length} documents that changed last:`
    : asked.isOldest
      ? `Of ${counted(total, 'document')}${about} those that changed longest ago:`
      : `${counted(total, 'document')}${about}:`;
  const more =
    !isPlain && total > texts.length
      ? ['', `${total - texts.length} more are in [the knowledge base](/knowledge-base).`]
      : [];
  return [head, '', ...lines, ...more].join('\n');
}

/** How a list begins of which no document has every word. */
export const NO_DOCUMENT_HAS = 'No document has all of';
const NEAREST = 'Nearest to it:';

/** Those that have every word, or else, of none in all, the nearest. */
async function told(db: Db, _operators: string[], either: Alternatives) {
  const { found, ids } = await retrieve(db, either.flat().join(' '));
  const whole = found.filter((one) => one.told >= ALL_TOLD).map(({ id }) => id);
  return { ids: whole.length > 0 ? whole : ids, total: whole.length };
}

/** A common word that somebody asks documents about is looked up as it stands. */
const isTold = (either: Alternatives): boolean =>
  either.flat().every((word, place, all) => isTopic(word) || isOfServer(word, all[place + 1]));

/** The condition that documents hold one of the lists of words and fit the operators, of as many as are looked through. */
export async function holding(db: Db, operators: string[], either: Alternatives): Promise<SQL | undefined> {
  if (operators.length + either.length === 0) return undefined;
  const lists = either.length > 0 ? either : [[]];
  const found = await Promise.all(lists.map((words) => search(db, { q: asSearch(operators, words), kinds: ['document'], limit: LOOKED_THROUGH }))); // prettier-ignore
  return inArray(documents.id, found.flatMap(({ hits }) => hits.map(({ id }) => id))); // prettier-ignore
}

/** Those that changed longest ago. */
async function oldestOf(db: Db, operators: string[], either: Alternatives) {
  const those = and(notInBin(documents), await holding(db, operators, either));
  const rows = await db.select({ id: documents.id }).from(documents).where(those).orderBy(asc(documents.updatedAt), documents.id).limit(TITLES); // prettier-ignore
  return { ids: rows.map(({ id }) => id), total: await db.$count(documents, those) };
}

/** Documents that hold all of the words and fit the operators; the newest first where there are no words. */
async function held(db: Db, operators: string[], words: string[]) {
  const { hits, total } = await find(db, asSearch(operators, words), TITLES);
  return { ids: hits.map(({ id }) => id), total };
}

function asSearch(operators: string[], words: string[]): string {
  const parts = [...operators, ...words.map(stemOf)];
  // What is left out must be left out of something.
  return (parts.every((part) => part.startsWith('-')) ? ['type:document', ...parts] : parts).join(' ');
}

/** Those that no search finds by words alone, with the words that they were looked for with. */
type OfKind = { ids: string[]; total: number; labels: string[]; either: Alternatives };

const heldByKind = async (db: Db, asked: DocumentFilter): Promise<OfKind | undefined> =>
  asked.lack
    ? heldByLack(db, asked, asked.lack)
    : asked.kinds.length > 0
      ? heldByEither(db, asked)
      : heldByTemplate(db, asked);

/** Documents of the type or of the category that is called like it. */
async function heldByEither(db: Db, { kinds, operators, sentence, labels }: DocumentFilter): Promise<OfKind> {
  const either = alternativesIn(sentence);
  const others = operators.filter((operator) => !kinds.includes(operator));
  const ofKinds = or(...(await Promise.all(kinds.map((kind) => holding(db, [kind], [])))));
  const found = await newestOf(db, and(ofKinds, await holding(db, others, either)));
  return { ...found, labels, either };
}

/** Documents that have one of the forms of the knowledge base, where a question asks for nothing else and there are any. */
async function heldByTemplate(db: Db, asked: DocumentFilter): Promise<OfKind | undefined> {
  const kind = templateIn(asked, isTopic);
  if (!kind) return undefined;
  const found = await newestOf(db, eq(documents.templateType, kind.template));
  return found.total > 0 ? { ...found, labels: [`template ${kind.label}`], either: [] } : undefined;
}

const LACKING: Record<Lack, [label: string, where: SQL]> = {
  templates: ['templates', eq(documents.isTemplate, true)],
  untagged: ['without tags', sql`cardinality(${documents.tags}) = 0`],
  uncategorised: ['without a category', isNull(documents.category)],
  // Every document has one.
  unauthored: ['without an author', sql`false`],
};

async function heldByLack(db: Db, asked: DocumentFilter, lack: Lack): Promise<OfKind> {
  const either = alternativesIn(asked.sentence);
  const [label, where] = LACKING[lack];
  const found = await newestOf(db, and(where, await holding(db, asked.operators, either)));
  return { ...found, labels: [...asked.labels, label], either };
}

async function newestOf(db: Db, where: SQL | undefined) {
  const those = and(notInBin(documents), where);
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(those)
    .orderBy(desc(documents.updatedAt), documents.id)
    .limit(TITLES);
  return { ids: rows.map(({ id }) => id), total: await db.$count(documents, those) };
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

/** "documents about print": common elsewhere, and here all that is asked about. */
const isOwnTopic = (word: string, before = '') =>
  before === 'about' && !/^(?:the|an?|our|your|my|all|it|its|them|this|that|those|these|how|what|why|when|where|which|who|to|not)$/.test(word); // prettier-ignore

export function alternativesIn(sentence: Sentence): Alternatives {
  const topic = (text: string) =>
    [...new Set(text.split(' ').filter((word, place, all) => word && !word.startsWith('·') && (isTopic(word) || isOfServer(word, all[place + 1]) || isOwnTopic(word, all[place - 1]))))]
      .slice(0, TERMS); // prettier-ignore
  const either = sentence.text.split(' or ').map(topic);
  const isEither = either.length > 1 && either.length <= MOST_OR && either.every((words) => words.length > 0);
  return isEither ? either : [topic(sentence.text)].filter((words) => words.length > 0);
}

export const notRead = (unread: string[], labels: string[]): string =>
  leftOut(unread, labels.length > 0 ? `documents of ${labels.join(', ')}` : 'that this is about documents', '[the knowledge base](/knowledge-base)'); // prettier-ignore

export const aboutOf = (either: Alternatives, labels: string[]): string =>
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
  const ofKind = await heldByKind(db, asked);
  if (ofKind) return countedText(ofKind.total, aboutOf(ofKind.either, ofKind.labels));
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
  return [head, '', ...texts.map(({ id, title }) => `- ${documentLink({ id, title })}`), ...more].join('\n');
}
