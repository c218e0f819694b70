import { givenOf, isSaidIn, lastCited, QUOTE, wordCount } from './cited.ts';
import { MAY_STATE, unfoundedIn } from './stated-facts.ts';

/** A reply states what nothing it was given holds, so that none of it is to be trusted. */
export class Unfounded extends Error {
  override name = 'Unfounded';
}

const IN_MARKS = /"([^"\n]+)"|“([^”\n]+)”/g;
/** Fewer words in quotation marks are a name or a term. */
const WORDS = 4;

const SENTENCE_END = /[.!?:][)*_"”]*\s|\n/g;

/** Sentences in quotation marks; code has its own use for these. */
const quotationsIn = (line: string): string[] =>
  [...line.replaceAll(/`[^`\n]*`/g, '').matchAll(IN_MARKS)]
    .map(([, straight, curly = '']) => straight ?? curly)
    .filter((text) => wordCount(text) >= WORDS);

/**
 * Passes words on as they come, but from the first sign that may state something only with the whole sentence, where it is held
 * against the sources; throws where they do not hold it. A quotation is held against the documents that its line links, or else
 * those linked last; what was asked may be quoted too.
 */
export function foundedOn(
  sources: () => string[],
  question = '',
): { add(text: string): string; end(): string } {
  /** What was passed on of the line that has not ended, and what waits. */
  let [line, held] = ['', ''];
  let cited: string[] | undefined;
  let isCode = false;
  const readLine = (whole: string) => {
    if (/^\s*(?:```|~~~)/.test(whole)) isCode = !isCode;
    if (!QUOTE.test(whole)) cited = lastCited(whole) ?? cited;
  };
  const isMadeUp = (last: string): boolean => {
    if (isCode || QUOTE.test(last)) return false;
    const given = givenOf(lastCited(last) ?? cited, sources());
    return quotationsIn(last).some((text) => !isSaidIn(text, [...given, question]));
  };
  const pass = (length: number): string => {
    const text = held.slice(0, length);
    held = held.slice(length);
    const lines = (line + text).split('\n');
    line = lines.pop() ?? '';
    lines.forEach(readLine);
    return text;
  };
  const passSentences = (length: number): string => {
    let passed = '';
    for (const part of held.slice(0, length).split(/(?<=\n)/)) {
      if (unfoundedIn(line + part, sources()) !== undefined || isMadeUp((line + part).trimEnd()))
        throw new Unfounded('The model states what it was not given');
      passed += pass(part.length);
    }
    return passed;
  };
  return {
    add: (text) => {
      held += text;
      const last = /\s/.test(text) ? [...held.matchAll(SENTENCE_END)].at(-1) : undefined;
      const sentences = passSentences(last ? last.index + last[0].length : 0);
      const sign = held.search(MAY_STATE);
      const words = /^(?:[^]*\s)?/.exec(sign < 0 ? held : held.slice(0, sign))?.[0] ?? '';
      return sentences + pass(words.length);
    },
    end: () => passSentences(held.length),
  };
}
