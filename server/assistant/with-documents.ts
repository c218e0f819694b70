import type { Db } from '../db/open.ts';
import { fold, rankByText, search } from '../search/queries.ts';
import { MONTH_NAME, monthOf } from './calendar.ts';
import { ALL_TOLD, answerFromDocuments, QUOTING, quotationOf, textsOf, topicOf } from './document-answers.ts';
import { tellsAll } from './documents-called.ts';
import { alsoTelling, kindsAskedFor } from './kinds-of-answers.ts';
import { bestPassage } from './passages.ts';
import { AFTER } from './reply.ts';
import { tellsOfOutage } from './same-words.ts';
import { THINGS } from './told-beside.ts';
import type { Reply } from './reply.ts';
import { Sentence } from './words.ts';

/** Asks what is done or happens with things, and not which things there are. */
const TELLS_OF_THINGS =
  /^ (?:(?:and|so|but|ok) )*(?:when|until when|since when|how (?:often|long)|why|what (?:happens|will happen)|(?:are|is|do|does|will|must|can|should|may) (?!any |there |all |we |i |you )) ?\S/;

/** Two or three words with that something is down, and none for servers. */
const TROUBLE =
  /^ (?:(?:help|the|our) )*(?!(?:which|what|who|list|show|an?y|all|are|is|how|where) )(?:(?!servers? |hosts? |machines? |vms? |boxes |databases? )\S+ ){1,3}(?:is |are )?(?:down|offline|broken|dead|failing|failed) $/;

/**
 * Where words were taken as text that nothing has, a document may still tell about them: then it is the answer, and only who
 * asked for servers hears besides that there are none.
 */
export async function withDocuments(
  db: Db,
  query: string,
  text: string,
  { isNothing, words }: { isNothing: boolean; words: string[] },
): Promise<Reply> {
  const isOfThings = !TELLS_OF_THINGS.test(new Sentence(query).text);
  // "customs down" tells of trouble, and asks for no servers in the customs hall.
  if (isNothing && words.length === 0 && TROUBLE.test(new Sentence(query).text)) {
    const told = await answerFromDocuments(db, query, {
      isOfThings: true,
      kinds: alsoTelling(kindsAskedFor(query), tellsOfOutage),
    });
    if (told) return { text: `${told}\n\n${text}`, suggestedActions: AFTER.documents, isPartial: true };
  }
  const written =
    isNothing && words.length > 0 ? await answerFromDocuments(db, query, { isOfThings }) : undefined;
  // What tells only of the rest of the question is no answer.
  const more =
    written &&
    words
      .join(' ')
      .split(' ')
      .some((word) => tellsAll([written], [word]))
      ? written
      : undefined;
  if (!more) return { text, suggestedActions: AFTER.servers, isNothing };
  const isOpen = isOfThings && new Sentence(query).has(THINGS) && !tellsAll([more], words);
  return isOpen
    ? { text: `${more}\n\n${text}`, suggestedActions: AFTER.servers, isNothing }
    : { text: more, suggestedActions: AFTER.documents, isPartial: true };
}

const HAPPENED = /happened|incidents?|outages?|disruptions?|wrong|down|offline|failed|broke|why/;
const MONTH = `(?:${MONTH_NAME})`;
const DAY = new RegExp(
  `\\b(?:(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})|(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?)\\b(?: (20\\d\\d)\\b)?`,
);
const IN_MONTH = new RegExp(` (?:in|during|of|last) ${MONTH} `);
const ANY_HAPPENED = new RegExp(`(?<= )(?:${HAPPENED.source})(?= )`, 'g');
/** What a report of an incident is called. */
const REPORT = /incident|outage|failure|disruption|post-?mortem|down\b|power cut/;
const READ = 10;
const TOLD = 2;

/** Before what the inventory knows of a day: the reports of incidents that name it. */
export async function withIncidents(db: Db, query: string, text: string): Promise<string> {
  const sentence = new Sentence(query);
  if (!sentence.has(HAPPENED)) return text;
  const reports = (await namingDay(db, sentence)) ?? (await ofMonth(db, sentence));
  if (reports.length === 0) return text;
  const { words } = await rankByText(db, query, ['document'], 1);
  const parts = reports.slice(0, TOLD).map(({ id, title, content }) => {
    const passage = bestPassage({ title, content }, { question: query, words });
    return quotationOf({ id, title }, passage);
  });
  const isNone = text
    .split('\n\n')
    .every((part) => /^(?:No (?:server|document|outage)\b|I did not understand )/.test(part));
  return [QUOTING, ...parts, ...(isNone ? [] : [text])].join('\n\n');
}

type Reports = Awaited<ReturnType<typeof textsOf>>;

const reportsIn = async (db: Db, ids: string[]): Promise<Reports> =>
  (await textsOf(db, ids)).filter(({ title }) => REPORT.test(fold(title)));

const inTwo = (number: number | string) => String(number).padStart(2, '0');

/** The reports that name the day of a question; undefined where it names none. */
async function namingDay(db: Db, sentence: Sentence): Promise<Reports | undefined> {
  const [, before, ofBefore, ofBehind, behind, year = ''] = DAY.exec(sentence.text) ?? [];
  const [day, month] = [before ?? behind, ofBefore ?? ofBehind];
  if (!day || !month) return undefined;
  const reports = [];
  const inFigures = `${year}-${inTwo(monthOf(month))}-${inTwo(day)}`;
  for (const phrase of [`${Number(day)} ${month}`, `${month} ${Number(day)}`, inFigures]) {
    // oxlint-disable-next-line no-await-in-loop -- Three ways to write a day.
    const { hits } = await search(db, { q: `"${phrase}"`, kinds: ['document'], limit: READ });
    // oxlint-disable-next-line no-await-in-loop -- As above.
    reports.push(
      ...(await reportsIn(
        db,
        hits.map(({ id }) => id),
      )),
    );
  }
  return reports;
}

/** The reports that tell all that a question says of a month: "what happened in Lyon in March". */
async function ofMonth(db: Db, sentence: Sentence): Promise<Reports> {
  if (!IN_MONTH.test(sentence.text)) return [];
  const topic = topicOf(sentence.text.replaceAll(ANY_HAPPENED, ' ')).join(' ');
  const { found } = await rankByText(db, topic, ['document'], READ);
  return reportsIn(
    db,
    found.filter(({ told }) => told >= ALL_TOLD).map(({ id }) => id),
  );
}
