import type { Db } from '../db/open.ts';
import { fold, lexemesOf, rankByText, search } from '../search/queries.ts';
import { addressOfPlace, quotationOf, textsOf, topicOf } from './document-answers.ts';
import { documentLink, linkTo, literal } from './literal.ts';
import { bestPassage, coverOf, headingsOf, passagesWithDays } from './passages.ts';

/** Documents that are read for one, those that are told of it, and headings of each. */
const READ = 20;
const TOLD = 3;
const HEADINGS = 8;
/** Of what is asked beside the name, a place of such a document must tell this share. */
const ENOUGH = 0.5;

type Text = { id: string; title: string; content: string };

export const isQuotation = (text: string): boolean => /^> /m.test(text);

/** Whether what is quoted has all of the words, so that nothing of them is left open. */
export function tellsAll(quoted: string[], words: string[]): boolean {
  const held = new Set(lexemesOf(quoted.join('\n')));
  return quoted.length > 0 && lexemesOf(words.join(' ')).every((stem) => held.has(stem));
}

/** What is written under the names of these servers. */
export async function documentsOfNames(
  db: Db,
  hosts: { name: string }[],
  question: string,
  isOnlyQuoted: boolean,
): Promise<string[]> {
  const each = await Promise.all(hosts.map(({ name }) => documentsCalled(db, name, question, isOnlyQuoted)));
  return [...new Set(each.flatMap((one) => one ?? []))];
}

/**
 * Documents whose title is called by a server, or else a heading of them: what they say of the question is quoted, and where
 * that is nothing, they are linked with what stands in them, unless only quotations are wanted. Undefined where there is none.
 */
async function documentsCalled(
  db: Db,
  name: string,
  question: string,
  isOnlyQuoted: boolean,
): Promise<string | undefined> {
  const { hits } = await search(db, {
    q: `"${name.replaceAll('"', ' ')}"`,
    kinds: ['document'],
    limit: READ,
  });
  const texts = await textsOf(
    db,
    hits.map(({ id }) => id),
  );
  const own = new RegExp(`(?<![\\p{L}\\p{N}_-])${RegExp.escape(fold(name))}(?![\\p{L}\\p{N}_-])`, 'u');
  const isNamed = (text: string) => own.test(fold(text));
  const called = texts.filter(({ title }) => isNamed(title)).slice(0, TOLD);
  // Of a document about several, only the places that are called so are of this one.
  const lines =
    called.length > 0
      ? await toldOf(db, called, { question, isOnlyQuoted })
      : texts.flatMap((text) => linked(text, isOnlyQuoted ? [] : headingsOf(text.content).filter(({ heading }) => isNamed(heading)))).slice(0, TOLD); // prettier-ignore
  if (lines.length === 0) return undefined;
  return [`What is written under the name ${literal(name)}:`, ...lines].join('\n\n');
}

async function toldOf(
  db: Db,
  texts: Text[],
  { question, isOnlyQuoted }: { question: string; isOnlyQuoted: boolean },
): Promise<string[]> {
  const { words, asked } = await rankByText(db, topicOf(question).join(' '), ['document'], 1);
  return texts.flatMap((text) => {
    const cover = coverOf({ title: '', content: text.content }, words);
    const isTold = words.length > 0 && cover.atOnePlace >= ENOUGH * asked;
    const best = isTold ? bestPassage(text, { question, words }) : undefined;
    const passages = best ? [best] : passagesWithDays(text, question).slice(0, TOLD);
    if (passages.length > 0) return passages.map((passage) => quotationOf(text, passage));
    if (isOnlyQuoted) return [];
    const headings = headingsOf(text.content).filter(({ heading }) => heading !== text.title);
    return headings.length > 0 ? linked(text, headings) : [`- ${documentLink(text)}`];
  });
}

const placeLink = ({ id }: Text, place: { heading: string; id: string }) =>
  linkTo(place.heading, addressOfPlace(id, place.id));

const linked = (text: Text, places: { heading: string; id: string }[]): string[] =>
  places.length === 0
    ? []
    : [`- ${documentLink(text)} › ${places.slice(0, HEADINGS).map((place) => placeLink(text, place)).join(' · ')}`]; // prettier-ignore
