import type { Db } from '../db/open.ts';
import { lexemesOf } from '../search/queries.ts';
import { isCommon } from './common-words.ts';
import { QUOTING, textsOf, topicOf } from './document-answers.ts';
import { headingFit } from './heading-fit.ts';
import { kindsAskedFor } from './kinds-of-answers.ts';
import { headingsOf } from './passages.ts';
import { Sentence } from './words.ts';

/** How an answer about outages begins: of which servers, and when. */
const OUTAGES =
  /^(?:\*\*\d+\*\* outages?|Longest outages?) of (?:\*\*\d+\*\* )?(?<of>.+?)(?:, [^,]* in all)? \(times in /;
const LONGEST = /(?:the )?(?:longest|worst)/;
const IN_ALL = /(?:total |overall )?downtime|how long|in total|total|altogether|in all/;
const OF_OUTAGES = /outages?|lasts?|lasted|lasting|took|taken|last/;

/** What belongs to doing something, and names nothing that it is done with. */
const PART =
  /^(?:before|beforehand|after|afterwards?|starts?|starting|begin|beginning|needs?|needed|requires?|required|requirements?|prerequisites?|dependencies|tools?|access|permissions?|rights|approval|rollback|roll|back|undo|revert|fails?|failed|failing|go|goes|wrong|verify|test|finish|finished|next|risks?|purpose|downtime|careful|take|takes|while|during|steps?|it|that|this)$/;
const OF_SERVERS = 'servers?|hosts?|machines?|vms?|owns?|owner|cpu|memory|disk|up|offline|online';
const FIELDS = 'ips?|address|hostname|os|operating system|environment|location';
const SERVERS = new RegExp(`${OF_SERVERS}|who|whom|down`);
const FIELD = new RegExp(`where (?:is|does|do|are)|${FIELDS}`);
const SERVERS_OR_FIELD = new RegExp(`${OF_SERVERS}|${FIELDS}`);
const ASKS_THE =
  /^ (?:(?:and|so|ok|then|but) )*(?:where is|wheres|where are|whats|what is|who is|whos|when is|how (?:long|much) (?:is|are)) (?:the|that|this|their|his|her) /;
/** What a number tells, and no word. */
const TOLD_BY_KIND = /^(?:(?:tele)?phone|mobile|extension|numbers?|nr|price|costs?)$/;
const BEGINS = /^ (?:(?:and|so|ok|then|but) )+/;
/** Whatever is needed is needed before. */
const BEFORE_START =
  /(?<= (?:needs?|needed|required?) .*| (?:needs?|needed|required?)) (?:before|to|when) (?:(?:i|we|you) )?(?:start|begin|starting|beginning) $/;
const FIRST = /\*\*\[(?<title>(?:\\.|[^\]\\])+)\]\(\/knowledge-base\?doc=(?<id>[0-9a-f-]{36})/;
/** A heading that is all of what is asked. */
const ALL = 0.9;

/** "what do I need before I start?" or "who may ask?" behind a procedure, "which was the longest?" behind outages: the same with what the answer was about. */
export async function withPartOf(db: Db, query: string, said: string): Promise<string | undefined> {
  return ofOutages(query, said) ?? (await ofProcedure(db, query, said));
}

function ofOutages(query: string, said: string): string | undefined {
  const of = OUTAGES.exec(said)?.groups?.['of'];
  if (of === undefined) return undefined;
  const sentence = new Sentence(query);
  const asks = sentence.take(LONGEST)
    ? 'longest outage'
    : sentence.take(IN_ALL)
      ? 'total downtime'
      : undefined;
  for (const words of [IN_ALL, OF_OUTAGES]) while (sentence.take(words));
  return asks && sentence.rest(new Set()).every(isCommon) ? `${asks} of ${written(of)}` : undefined;
}

async function ofProcedure(db: Db, query: string, said: string): Promise<string | undefined> {
  const isOfDocument = said.startsWith(QUOTING) && !said.includes('?server=');
  const { title, id } = (isOfDocument && FIRST.exec(said)?.groups) || {};
  if (title === undefined || id === undefined) return undefined;
  if (await isOneThingOf(db, query, id)) return `what to do: ${written(title)}: ${query}`;
  if (!(isPart(query) || (await isHeading(db, query, id)))) return undefined;
  const asked = new Sentence(query).text
    .replace(BEGINS, ' ')
    .replace(/ roll (?:(?:it|this|that) )?back(?= )/, ' rollback')
    .replace(BEFORE_START, ' ')
    .replaceAll(/ it(?= )/g, ' this');
  // How a thing is called that is done says "how to", which asks for its steps.
  return `what to do:${asked}: ${written(title).replace(/^how to /i, '')}`;
}

function isPart(query: string): boolean {
  const sentence = new Sentence(query);
  const topics = topicOf(query);
  // "where is it?" asks for no part of a procedure.
  if (sentence.has(SERVERS) || (topics.length === 0 && sentence.has(FIELD))) return false;
  return topics.every((word) => PART.test(word)) && sentence.text.split(' ').some((word) => PART.test(word));
}

/** "where is the key?", "whats the number": the one thing that is asked for, or what tells it, stands in the document that was quoted. */
async function isOneThingOf(db: Db, query: string, id: string): Promise<boolean> {
  const sentence = new Sentence(query);
  if (!ASKS_THE.test(sentence.text) || sentence.has(SERVERS_OR_FIELD)) return false;
  const topics = topicOf(query).filter((word) => !TOLD_BY_KIND.test(word));
  const kinds = kindsAskedFor(query);
  if (topics.length > 1 || (topics.length === 0 && !kinds.isAny)) return false;
  const [text] = await textsOf(db, [id]);
  const content = text?.content ?? '';
  const held = lexemesOf(content);
  return lexemesOf(topics.join(' ')).every((stem) => held.includes(stem)) && kinds.tells(content);
}

/** Whether the question is what a place of the document is called by: "who may ask?" */
async function isHeading(db: Db, query: string, id: string): Promise<boolean> {
  const [text] = await textsOf(db, [id]);
  const fitOf = headingFit(query, text?.title ?? '');
  return headingsOf(text?.content ?? '').some(({ heading }) => fitOf(heading) >= ALL);
}

/** As a question has it: names in the place of links, and no marks of markdown. */
const written = (text: string) =>
  text.replaceAll(/\[((?:\\.|[^\]\\])+)\]\([^)]*\)/g, '$1').replaceAll(/\\(?=[^\w\s])/g, '');
