import { inArray } from 'drizzle-orm';
import { SearchKind } from '../../contract/search.ts';
import type { Db } from '../db/open.ts';
import { documents, servers, teamMembers } from '../db/schema.ts';
import { lexemesOf, rankByText, search } from '../search/queries.ts';
import type { Found } from '../search/queries.ts';
import { ALL_TOLD, nearestDocuments, topicOf } from './document-answers.ts';
import { linkTo, literal } from './literal.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import { HOW_TO, Sentence, WHAT_TO_DO, wordsOf } from './words.ts';

const LISTED = 10;
const LOOKED_AT = 20;
/** Asks for something that is written. */
const DOCUMENTS = /documents?|documentation|docs?|articles?|guides?|runbooks?/;

const ADDRESSES: Record<SearchKind, string> = {
  document: '/knowledge-base?doc=',
  server: '/infrastructure?server=',
  member: '/team?member=',
};

/** What is left out is no name. */
const LEAVES_OUT = /not|without|except|excluding|but|other than/;

/** Titles of things of any kind, as links that open them; of documents those that are called by a word of the question. */
async function foundByName(
  db: Db,
  query: string,
  { hits, words }: { hits: Found[]; words: string[] },
): Promise<string | undefined> {
  if (new Sentence(query).has(LEAVES_OUT)) return undefined;
  const asked = new Set(lexemesOf(query));
  const ids = hits.map(({ id }) => id);
  const named = [
    ...(await db
      .select({ id: servers.id, title: servers.name })
      .from(servers)
      .where(inArray(servers.id, ids))),
    ...(await db
      .select({ id: documents.id, title: documents.title })
      .from(documents)
      .where(inArray(documents.id, ids))),
    ...(await db
      .select({ id: teamMembers.id, title: teamMembers.name })
      .from(teamMembers)
      .where(inArray(teamMembers.id, ids))),
  ];
  const { found } = await rankByText(db, words.join(' '), SearchKind.options, LOOKED_AT);
  const lines = hits.flatMap(({ kind, id }) => {
    const title = named.find((row) => row.id === id)?.title;
    const isTold = found.some((one) => one.id === id && one.told >= ALL_TOLD);
    // "os" is no word of kiosk-1, and what has one word of several does not hold the question.
    if (!isTold && !words.every((word) => begins(title ?? '', word))) return [];
    const isCalled = kind !== 'document' || lexemesOf(title ?? '').some((word) => asked.has(word));
    return title === undefined || !isCalled ? [] : [`- ${linkTo(title, ADDRESSES[kind] + id)} (${kind})`];
  });
  return lines.length === 0 ? undefined : ['This holds the words of the question:', '', ...lines].join('\n');
}

const begins = (title: string, word: string) => wordsOf(title).some((own) => own.split(/[-_.]/).some((part) => part.startsWith(word)) || own.startsWith(word)); // prettier-ignore

export const CAN =
  'I can answer questions about servers (how many, which, their status, addresses, locations, owners and usage), about people, and about what is written in the documents.';

/** Whatever has all the words somewhere; and where nothing does, that is said. */
export async function byName(db: Db, query: string): Promise<Reply> {
  const words = topicOf(query);
  const sentence = new Sentence(query);
  const kinds: SearchKind[] = sentence.has(DOCUMENTS) ? ['document'] : SearchKind.options;
  const { hits } =
    words.length > 0 ? await search(db, { q: words.join(' '), kinds, limit: LISTED }) : { hits: [] };
  // That something has the words does not tell how it is done.
  const isHow = sentence.has(HOW_TO) || sentence.has(WHAT_TO_DO);
  const called = hits.length > 0 && !isHow ? await foundByName(db, query, { hits, words }) : undefined;
  if (called) return { text: called, suggestedActions: AFTER.nothing };
  const about =
    words.length > 0 ? ` about “${literal(words.join(' ').slice(0, 200))}”` : ' that this asks for';
  const nearest = await nearestDocuments(db, query);
  const lack = `I found nothing${about} in the inventory, the documents or the team.`;
  if (nearest) return { text: `${lack}\n\n${nearest}`, suggestedActions: AFTER.documents, isNothing: true };
  const text = `${lack} ${CAN}`;
  return { text, suggestedActions: AFTER.nothing, isNothing: true };
}
