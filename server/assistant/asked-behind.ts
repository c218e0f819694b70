import type { Db } from '../db/open.ts';
import { lexemesOf } from '../search/queries.ts';
import { QUOTING, topicOf } from './document-answers.ts';
import { hostsQuoted } from './hosts-of-quoted.ts';
import { withPartOf } from './part-of-answer.ts';
import { kindIn } from './told-beside.ts';
import type { Reply } from './reply.ts';
import { readVocabulary } from './vocabulary.ts';
import { CALLS, HOW_TO, Sentence, WHOM_TO_ASK } from './words.ts';

const IT = /\b(?:it|them|they|those|(?:this|that)(?=\W*$))\b(?! (?:servers?|hosts?|machines?|vms?|boxes)\b)/i;
const ITS = /\b(?:its|their) (?<of>[^?!.,]+?)(?=\W*$)/i;
const WHOM = new RegExp(String.raw`^(?<asks>${WHOM_TO_ASK})(?: about (?:it|this|that))?\W*$`, 'i');

/** "and where?": the same once more. */
const ALONE = /^(?:where|when|why)(?=\W*$)/i;
const ASKS_SO = /^(?:where|when|why|how long|how often)(?= )/i;

/** Something that is written, or was looked for and is not. */
export const isProcedure = ({ query, text, isNothing }: Reply & { query: string }): boolean =>
  text.startsWith(QUOTING) || (isNothing === true && new Sentence(query).has(HOW_TO));

const LEAD = /^\W*(?:(?:and|but|also|then|so)\W+)*/i;

/**
 * "who do I call?" and "is it online?" behind "how do I restart the mail relay": asked of the mail relay, or else of the one server
 * that the passage names, or at least about what the procedure is for.
 */
export async function askedBehind(
  db: Db,
  text: string,
  procedure: { query: string; text: string },
): Promise<string> {
  const asked = text.replace(LEAD, '');
  const alone = ALONE.exec(asked)?.[0];
  if (alone !== undefined && ASKS_SO.test(procedure.query)) return procedure.query.replace(ASKS_SO, alone);
  const isWhom = WHOM.test(asked);
  if (!(isWhom || IT.test(asked) || ITS.test(asked)) || (await withPartOf(db, text, procedure.text)))
    return text;
  const kind = kindIn(procedure.query, await readVocabulary(db));
  const isOfHost = kind === undefined && (await hostsQuoted(db, procedure.text)).length === 1;
  if (isOfHost || (kind === undefined && !isWhom)) return text;
  if (isWhom) return asked.replace(WHOM, `$<asks> about ${kind ?? topicOf(procedure.query).join(' ')}`);
  return asked.replace(ITS, `the $<of> of ${kind}`).replace(IT, () => kind ?? '');
}

/** "it" is what the procedure is for, so that a passage of another document tells nothing of it. */
export function isAstray(query: string, answer: string, procedure: string): boolean {
  const documents = documentsIn(procedure);
  return (
    IT.test(query) && answer.startsWith(QUOTING) && documentsIn(answer).every((id) => !documents.includes(id))
  );
}

const documentsIn = (answer: string) =>
  [...answer.matchAll(/\/knowledge-base\?doc=([0-9a-f-]{36})/g)].map(([, id]) => id);
const quotedLines = (answer: string) => answer.split('\n').filter((line) => /^(?:> |\*\*\[)/.test(line));

/** The same once more, or passages that all stand above. */
export function isRepeated(text: string, before: string[]): boolean {
  const quoted = before.flatMap(quotedLines);
  const isQuoted = text.startsWith(QUOTING) && quotedLines(text).every((line) => quoted.includes(line));
  return isQuoted || before.includes(text);
}

/** Of the words of a question that what is quoted must hold. */
export const HALF = 0.5;

export function isToldIn(query: string, answers: string[], share = 1): boolean {
  const held = new Set(lexemesOf(answers.flatMap(quotedLines).join('\n')));
  const stems = lexemesOf(topicOf(query).join(' '));
  return stems.length > 0 && stems.filter((stem) => held.has(stem)).length >= share * stems.length;
}

/** "who do I call?" is told by "Tell the ward first". */
export const isWhomTold = (query: string, answers: string[]): boolean =>
  WHOM.test(query.replace(LEAD, '')) && answers.flatMap(quotedLines).some((line) => CALLS.test(line));

/** Whether what is quoted for a whole question has the passage for its first part, and tells of every other part. */
export function isToldOfAll(whole: string, first: string, others: string[]): boolean {
  const quoted = quotedLines(whole);
  const isOfFirst = quotedLines(first)
    .slice(0, 2)
    .every((line) => quoted.includes(line));
  return isOfFirst && others.every((query) => isToldIn(query, [whole]));
}
