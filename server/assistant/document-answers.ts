import { and, inArray } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import { search } from '../search/queries.ts';
import { COMMON } from './common-words.ts';
import { counted, linkTo, literal } from './literal.ts';
import { bestPassage } from './passages.ts';
import type { Term } from './passages.ts';
import { wordsOf } from './words.ts';

/** Words of one question that are looked up, and documents that are looked at for each. */
const TERMS = 8;
const CANDIDATES = 30;
const QUOTED = 3;
const TITLES = 10;
/** A document must tell about this share of what was asked, or it does not answer the question. */
const ENOUGH = 0.5;

const NOUNS = new Set(
  'document documents documentation docs doc article articles guide guides runbook runbooks page pages wiki knowledge kb say says according recent recently latest newest explain describe written mention mentions topic read steps step procedure way best instruction instructions written need needs exist changed updated last'.split(
    ' ',
  ),
);

/** What a question asks about, in a form that finds the word's other forms too. */
export const topicOf = (question: string): string[] =>
  [...new Set(wordsOf(question))].filter((word) => !COMMON.has(word) && !NOUNS.has(word)).slice(0, TERMS);

/** Search finds parts of words, so a beginning stands for all forms. */
const stemOf = (word: string): string => {
  if (/[^\p{L}]/u.test(word) || word.length < 5) return word;
  return word.length > 6 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/(?:es|s)$/, '');
};

const find = (db: Db, q: string, limit: number) => search(db, { q, kinds: ['document'], limit });

export const addressOf = (id: string): string => `/knowledge-base?doc=${id}`;

/** Documents that tell about the words, best first, with what each word is worth. */
async function retrieve(db: Db, words: string[]): Promise<{ ids: string[]; terms: Term[] }> {
  const { total: all } = await find(db, '', 1);
  if (all === 0 || words.length === 0) return { ids: [], terms: [] };
  const terms: Term[] = [];
  const points = new Map<string, { weight: number; score: number }>();
  const add = (id: string, weight: number, score: number) => {
    const before = points.get(id) ?? { weight: 0, score: 0 };
    points.set(id, { weight: before.weight + weight, score: before.score + score });
  };
  for (const stem of new Set(words.map(stemOf))) {
    // oxlint-disable-next-line no-await-in-loop -- One after another, so that a question takes one connection only.
    const { hits, total } = await find(db, stem, CANDIDATES);
    const weight = Math.log(1 + all / Math.max(total, 0.5));
    terms.push({ stem, weight });
    for (const { id, score } of hits) add(id, weight, (score / (hits[0]?.score || 1)) * weight);
  }
  const most = terms.reduce((sum, { weight }) => sum + weight, 0);
  // Of frequent words the best documents differ, so those that hold all words are asked for as well.
  const { hits } = await find(db, terms.map(({ stem }) => stem).join(' '), TITLES);
  for (const { id } of hits) points.set(id, { weight: most, score: points.get(id)?.score ?? 0 });
  const ids = [...points]
    .filter(([, { weight }]) => weight >= most * ENOUGH)
    .toSorted(([a, x], [b, y]) => y.weight + y.score - (x.weight + x.score) || (a < b ? -1 : 1))
    .map(([id]) => id);
  return { ids, terms };
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

/** The passages that answer best, quoted with where they are from; undefined where no document tells about it. */
export async function answerFromDocuments(db: Db, question: string): Promise<string | undefined> {
  const { ids, terms } = await retrieve(db, topicOf(question));
  const texts = await textsOf(db, ids.slice(0, QUOTED));
  if (texts.length === 0) return undefined;
  const parts = texts.map(({ id, title, content }, index) => {
    const passage = bestPassage({ title, content }, terms, index === 0 ? undefined : 300);
    const heading = passage?.heading && passage.heading !== title ? ` › ${literal(passage.heading)}` : '';
    return [
      `**${linkTo(title, addressOf(id))}**${heading}`,
      ...(passage?.quote ? ['', passage.quote] : []),
    ].join('\n');
  });
  return ['From the documents:', ...parts].join('\n\n');
}

const dateText = (date: Date) => date.toISOString().slice(0, 10);

/** Titles alone: the newest, or those about the words. */
export async function listDocuments(db: Db, question: string): Promise<string> {
  const words = topicOf(question);
  const about = words.length > 0 ? ` about “${literal(words.join(' '))}”` : '';
  const found = words.length > 0 ? { ids: (await retrieve(db, words)).ids, total: 0 } : await newest(db);
  const texts = await textsOf(db, found.ids.slice(0, TITLES));
  if (texts.length === 0) return `I found nothing: there is no document${about}.`;
  const lines = texts.map(
    ({ id, title, updatedAt }) => `- ${linkTo(title, addressOf(id))} · updated ${dateText(updatedAt)}`,
  );
  const head = about ? `Documents${about}:` : `The ${texts.length} documents that changed last:`;
  return [head, '', ...lines].join('\n');
}

async function newest(db: Db) {
  const { hits } = await find(db, '', TITLES);
  return { ids: hits.map(({ id }) => id), total: hits.length };
}

/** Documents that hold all of the words, as every search of the product counts them. */
export async function countDocuments(db: Db, question: string): Promise<string> {
  const words = topicOf(question);
  const { total } = await find(db, words.map(stemOf).join(' '), 1);
  const about = words.length > 0 ? ` with “${literal(words.join(' '))}”` : '';
  if (total === 0) return `There is no document${about}.`;
  return `There ${total === 1 ? 'is' : 'are'} ${counted(total, 'document')}${about}.`;
}
