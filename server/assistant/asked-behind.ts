import type { Db } from '../db/open.ts';
import { lexemesOf } from '../search/queries.ts';
import { topicOf } from './document-answers.ts';
import { hostsQuoted } from './hosts-of-quoted.ts';
import { withPartOf } from './part-of-answer.ts';
import { kindIn } from './told-beside.ts';
import { readVocabulary } from './vocabulary.ts';

const IT = /\b(?:it|them|they|those|(?:this|that)(?=\W*$))\b(?! (?:servers?|hosts?|machines?|vms?|boxes)\b)/i;
const ITS = /\b(?:its|their) (?<of>[^?!.,]+?)(?=\W*$)/i;
const WHOM =
  /^(?<asks>who(?:m)? (?:do|should|can|could|must|to) (?:i |we )?(?:call|contact|ask|phone|reach|talk to|inform|notify))(?: about (?:it|this|that))?\W*$/i;

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
  const isWhom = WHOM.test(asked);
  if (!(isWhom || IT.test(asked) || ITS.test(asked)) || (await withPartOf(db, text, procedure.text)))
    return text;
  const kind = kindIn(procedure.query, await readVocabulary(db));
  const isOfHost = kind === undefined && (await hostsQuoted(db, procedure.text)).length === 1;
  if (isOfHost || (kind === undefined && !isWhom)) return text;
  if (isWhom) return asked.replace(WHOM, `$<asks> about ${kind ?? topicOf(procedure.query).join(' ')}`);
  return asked.replace(ITS, `the $<of> of ${kind}`).replace(IT, () => kind ?? '');
}

const quotedLines = (answer: string) => answer.split('\n').filter((line) => /^(?:> |\*\*\[)/.test(line));

/** Whether what is quoted for a whole question has the passage for its first part, and tells of every other part. */
export function isToldOfAll(whole: string, first: string, others: string[]): boolean {
  const quoted = quotedLines(whole);
  const held = new Set(lexemesOf(quoted.join('\n')));
  const isOf = (text: string) => {
    const words = topicOf(text);
    return words.length > 0 && lexemesOf(words.join(' ')).every((word) => held.has(word));
  };
  return (
    quotedLines(first)
      .slice(0, 2)
      .every((line) => quoted.includes(line)) && others.every(isOf)
  );
}
