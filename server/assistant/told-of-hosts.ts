import { beginsAnew } from './begins-anew.ts';
import { topicOf } from './document-answers.ts';
import { SINCE } from './named.ts';
import { asksOfOwn, isAboutSame } from './parts-of-question.ts';
import { WRITTEN } from './told-beside.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

const DOCUMENTS = /\b(?:runbooks?|documents?|documentation|docs?|guides?|procedures?)\b/i;
const THING = '(?:server|host|machine|box|vm|site|one)s?';
const WHOSE = new RegExp(`\\b(?:its|their|(?:that|this|the) ${THING}['’]s)\\b(?!['’])`, 'i');
const IT = new RegExp(
  `\\b(?:it|they|them|both(?: of them)?|(?:that|this|these|those|the) ${THING}|(?:that|this)(?=\\W*$))(?![\\w'’-])`,
  'i',
);
const WHEN = /when|how long/;
/** "how long has it been so?" */
const SO = /(?<=\b(?:since when|how long)\b.*)\b(?:so|like (?:this|that)|(?:this|that) way)(?=\W*$)/i;
/** Words that name what is to be done, and what with. */
const TOPIC = 2;

/**
 * The question behind sentences that only brought servers: "mx2 is slow. Who owns it?" asks who owns mx2, and nothing of
 * slowness. Undefined where what was told is a part of what is asked: "mx2 has a full disk. What should I do?".
 */
export function askedOfTold(text: string, names: string, vocabulary: Vocabulary): string | undefined {
  const isOfIt = WHOSE.test(text) || IT.test(text);
  if (WRITTEN.test(text) && !DOCUMENTS.test(text))
    return isOfIt || topicOf(text).length < TOPIC ? undefined : text;
  if (isOfIt)
    return text
      .replace(WHOSE, () => `${names}'s`)
      .replace(IT, () => names)
      .replace(SO, 'down');
  const sentence = new Sentence(text);
  if (asksOfOwn(sentence) || beginsAnew(sentence, vocabulary)) return text;
  const asked = text.replace(/[\s?!.;,]+$/, '');
  if (SINCE.test(sentence.text)) return WHEN.test(sentence.text) ? `${asked} is ${names} down?` : undefined;
  return isAboutSame(text) ? `${asked} of ${names}?` : undefined;
}
