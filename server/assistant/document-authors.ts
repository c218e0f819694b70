import { and, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { nameIfAny } from '../db/person-name.ts';
import { documents, users } from '../db/schema.ts';
import { exactDay } from './account-time.ts';
import { retrieve } from './document-answers.ts';
import { linkTo, literal } from './literal.ts';
import { Sentence } from './words.ts';

const WHO =
  /(?:who|whom)(?: was it that| last| has| have)? (?:wrote|written|created|made|authored|changed|updated|edited|modified|maintains|owns)(?= (?:\S+ ){0,3}(?:document|doc|guide|runbook|article|page|how-to|procedure|policy|work instruction|manual)s?)|(?:who is |who are |whos )?(?:the )?authors?(?= of)|(?:written|created|authored|edited|changed|updated) by (?:whom|who)/;
/** Of the documents that tell about it, the first ones. */
const TOLD = 3;

/** Who wrote the documents about something, and who changed them last; undefined where that is not asked, or nothing tells about it. */
export async function answerAuthors(db: Db, query: string, timeZone: string): Promise<string | undefined> {
  const sentence = new Sentence(query);
  if (!sentence.take(WHO)) return undefined;
  const { ids } = await retrieve(db, sentence.text.replaceAll(/·\d+/g, ' '));
  const first = ids.slice(0, TOLD);
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
      return `- ${linkTo(title, `/knowledge-base?doc=${id}`)}: ${written}, ${changed} on ${exactDay(at, timeZone)}`;
    });
}
