import type { Db } from '../db/open.ts';
import { answerFromDocuments } from './document-answers.ts';
import { answerAuthors } from './document-authors.ts';
import {
  asksForTitles,
  countDocuments,
  listDocuments,
  listValues,
  NO_DOCUMENT_HAS,
} from './document-lists.ts';
import { NUMBER, UNITS } from './kinds-of-answers.ts';
import { COUNT } from './people-questions.ts';
import { AFTER } from './reply.ts';
import type { Reply } from './reply.ts';
import type { Sentence } from './words.ts';

const DOCUMENTS =
  /documents?|documentation|docs?|articles?|guides?|runbooks?|knowledge base|work instructions?|how-?tos|drafts?/;
/** "who fixes that?", "more than 10 min?": where nothing before tells what is meant, a document has such words by chance. */
const MEANS_SOMETHING_BEFORE = new RegExp(
  String.raw`^\W*(?:(?:and|but|so|ok) )*(?:(?:who|how|when|where) (?:(?:do|does|did|can|should|must|may|will|would|to) )?(?:(?:i|we|you) )?\p{L}+ (?:that|it|this|them)|(?:(?:for|more|less|longer|over|under|only|up|to|than) )+${NUMBER} ?${UNITS}?)\W*$`,
  'iu',
);
const NO_DOCUMENT = /^(?:I found nothing|There is no document)/;

/** What documents answer: which there are, how many, who wrote them, or what is written in them. */
export async function fromDocuments(
  db: Db,
  query: string,
  sentence: Sentence,
  asking: { timeZone: string; me: string },
): Promise<Reply | undefined> {
  const suggestedActions = AFTER.documents;
  const saysDocuments = sentence.has(DOCUMENTS);
  const values = await listValues(db, query);
  if (values) return { text: values, suggestedActions };
  if (saysDocuments && (sentence.has(COUNT) || asksForTitles(query, sentence))) {
    const told = sentence.has(COUNT)
      ? await countDocuments(db, query, asking.me)
      : await listDocuments(db, query, asking);
    return { text: told, suggestedActions, isNothing: NO_DOCUMENT.test(told), isPartial: told.startsWith(NO_DOCUMENT_HAS) }; // prettier-ignore
  }
  if (MEANS_SOMETHING_BEFORE.test(query)) return undefined;
  const text = (await answerAuthors(db, query, asking.timeZone)) ?? (await answerFromDocuments(db, query));
  return text === undefined ? undefined : { text, suggestedActions };
}
