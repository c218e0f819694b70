import { and, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { nameIfAny } from '../db/person-name.ts';
import { documents, users } from '../db/schema.ts';
import { exactDay } from './account-time.ts';
import { ALL_TOLD, retrieve, textsOf } from './document-answers.ts';
import { documentLink, literal } from './literal.ts';
import { coverOf } from './passages.ts';
import { Sentence, wordsOf } from './words.ts';

const WHO =
  /(?:who|whom)(?: was it that| was the (?:last|first)(?: one| person)? to| last| has| have)? (?:wrote|write|written|created?|made|authored|changed?|updated?|edit(?:ed)?|modif(?:ied|y)|maintains|owns)(?= (?:\S+ ){0,6}(?:document|doc|guide|runbook|article|page|how-to|procedure|policy|work instruction|manual)s?)|(?:who is |who are |whos )?(?:the )?authors?(?= of)|(?:written|created|authored|edited|changed|updated) by (?:whom|who)/;
/** Who wrote something is asked of documents alone, where one is called like the rest of the question. */
const WHO_WROTE =
  /(?:who|whom)(?: was it that| was the (?:last|first)(?: one| person)? to| last| has| have)? (?:wrote|write|written|authored|changed?|updated?|edit(?:ed)?|created?)/;
/** Of the documents that tell about it, the first ones. */
const TOLD = 3;

/** Who wrote the documents about something, and who changed them last; undefined where that is not asked, or nothing tells about it. */
export async function answerAuthors(db: Db, query: string, timeZone: string): Promise<string | undefined> {
  const sentence = new Sentence(query);
  const isOfDocument = sentence.take(WHO) !== undefined;
  if (!isOfDocument && !sentence.take(WHO_WROTE)) return undefined;
  const text = sentence.text.replaceAll(/·\d+/g, ' ');
  const found = await retrieve(db, text);
  const texts = await textsOf(db, found.ids);
  const isCalledSo = ({ title }: { title: string }) => text.includes(` ${wordsOf(title).join(' ')} `);
  const holdsAll = (one: Parameters<typeof coverOf>[0]) =>
    coverOf({ ...one, content: '' }, found.words).inTitle >= found.asked * ALL_TOLD;
  const called = texts.filter(isCalledSo);
  const whole = called.length > 0 ? called : texts.filter(holdsAll);
  const fitting = whole.length === 0 && isOfDocument ? texts : whole;
  const first = fitting.slice(0, TOLD).map(({ id }) => id);
  if (first.length === 0) return undefined;
  return ['Authors of what is written about it:', '', ...(await authorLines(db, first, timeZone))].join('\n');
}

/** Who wrote each of these documents, and who changed it last. */
export async function authorLines(db: Db, ids: string[], timeZone: string): Promise<string[]> {
  const author = alias(users, 'author');
  const rows = await db
    .select({ id: documents.id, title: documents.title, by: nameIfAny(author), last: nameIfAny(users), at: documents.updatedAt })
    .from(documents)
    .leftJoin(author, eq(author.id, documents.authorId))
    .leftJoin(users, eq(users.id, documents.lastUpdatedBy))
    .where(and(inArray(documents.id, ids), notInBin(documents))); // prettier-ignore
  return ids
    .flatMap((id) => rows.find((row) => row.id === id) ?? [])
    .map(({ id, title, by, last, at }) => {
      const written = by ? `written by **${literal(by)}**` : 'its author is not recorded';
      const changed = last ? `changed last by **${literal(last)}**` : 'changed last';
      return `- ${documentLink({ id, title })}: ${written}, ${changed} on ${exactDay(at, timeZone)}`;
    });
}
