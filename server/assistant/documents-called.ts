import type { Db } from '../db/open.ts';
import { fold, rankByText, search } from '../search/queries.ts';
import { addressOfPlace, textsOf, topicOf } from './document-answers.ts';
import { documentLink, linkTo, literal } from './literal.ts';
import { bestPassage, coverOf, headingsOf, passagesWithDays } from './passages.ts';

/** Documents that are read for one, those that are told of it, and headings of each. */
const READ = 20;
const TOLD = 3;
const HEADINGS = 8;
/** Of what is asked beside the name, a place of such a document must tell this share. */
const ENOUGH = 0.5;

type Text = { id: string; title: string; content: string };

/**
 * Documents whose title is called by a server, or else a heading of them: what they say of the question is quoted, and where
 * that is nothing, they are linked with what stands in them, unless only quotations are wanted. Undefined where there is none.
 */
export async function documentsCalled(
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
  const byTitle = texts.filter(({ title }) => isNamed(title));
  const byHeading = texts.filter(({ content }) =>
    headingsOf(content).some(({ heading }) => isNamed(heading)),
  );
  const called = (byTitle.length > 0 ? byTitle : byHeading).slice(0, TOLD);
  if (called.length === 0) return undefined;
  const { words, asked } = await rankByText(db, topicOf(question).join(' '), ['document'], 1);
  const lines = called.flatMap((text) => {
    const cover = coverOf({ title: '', content: text.content }, words);
    const isTold = words.length > 0 && cover.atOnePlace >= ENOUGH * asked;
    const best = isTold ? bestPassage(text, { question, words }) : undefined;
    const passages = best ? [best] : passagesWithDays(text, question);
    return isOnlyQuoted && passages.length === 0 ? [] : toldOf(text, passages);
  });
  if (lines.length === 0) return undefined;
  return [`What is written under the name ${literal(name)}:`, ...lines].join('\n\n');
}

function toldOf(
  { id, title, content }: Text,
  passages: { heading: string; id: string; quote: string }[],
): string[] {
  const linkOf = (place: { heading: string; id: string }) =>
    linkTo(place.heading, addressOfPlace(id, place.id));
  if (passages.length > 0)
    return passages
      .slice(0, TOLD)
      .map((place) => `**${documentLink({ id, title })}** › ${linkOf(place)}\n\n${place.quote}`);
  const headings = headingsOf(content)
    .filter(({ heading }) => heading !== title)
    .slice(0, HEADINGS);
  return [
    `- ${documentLink({ id, title })}${headings.length > 0 ? ` › ${headings.map(linkOf).join(' · ')}` : ''}`,
  ];
}
