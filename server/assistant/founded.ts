import { givenOf, isSaidIn, lastCited, QUOTE, wordCount } from './cited.ts';
import { CodeReader } from './code-in-reply.ts';
import { isCodeIn, isMadeUpCommand } from './given-code.ts';
import { MAY_STATE, unfoundedIn } from './stated-facts.ts';

/** A reply states what nothing it was given holds, so that none of it is to be trusted. */
export class Unfounded extends Error {
  override name = 'Unfounded';
}

const IN_MARKS = /"([^"\n]+)"|“([^”\n]+)”/g;
/** Fewer words in quotation marks are a name or a term. */
const WORDS = 4;

const SENTENCE_END = /[.!?:][)*_"”]*\s|\n/g;

/** As far as it is certain what stands there: a line with code as a whole, any other to the end of a sentence. */
function wholeLength(line: string, held: string): number {
  const lines = held.lastIndexOf('\n') + 1;
  const last = (lines === 0 ? line : '') + held.slice(lines);
  if (!/\s/.test(held) || /[`~*_<|]|^\s*\$ |\bsudo\b/.test(last)) return lines;
  const sentence = [...held.matchAll(SENTENCE_END)].at(-1);
  return sentence ? sentence.index + sentence[0].length : 0;
}

/** Sentences in quotation marks; code has its own use for these. */
const quotationsIn = (line: string): string[] =>
  [...line.replaceAll(/`[^`\n]*`/g, '').matchAll(IN_MARKS)]
    .map(([, straight, curly = '']) => straight ?? curly)
    .filter((text) => wordCount(text) >= WORDS);

/**
 * Passes words on as they come, but from the first sign that may state something only with the whole sentence, where it is held
 * against the sources; throws where they do not hold it. A quotation is held against the documents that its line links, or else
 * those linked last; what was asked may be quoted too, and code stands in one of them.
 */
export function foundedOn(
  sources: () => string[],
  question = '',
): { add(text: string): string; end(): string } {
  /** What was passed on of the line that has not ended, and what waits. */
  let [line, held] = ['', ''];
  let cited: string[] | undefined;
  const code = new CodeReader();
  const isQuote = (whole: string) => QUOTE.test(whole) && !code.isCode(whole);
  const readLine = (whole: string) => {
    if (isQuote(whole)) return;
    const given = [...sources(), question];
    const isInBlock = code.isCode(whole);
    const isMade = code.read(whole).some((text) => !isCodeIn(text, given));
    if (isMade || (!isInBlock && isMadeUpCommand(whole, given)))
      throw new Unfounded('The model gives code that it was not given');
    cited = lastCited(whole) ?? cited;
  };
  const isMadeUp = (last: string): boolean => {
    if (isQuote(last) || code.isCode(last)) return false;
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
      const sentences = passSentences(wholeLength(line, held));
      const isCode = code.isCode(line + held);
      const sign = isCode ? 0 : held.search(MAY_STATE);
      const words = /^(?:[^]*\s)?/.exec(sign < 0 ? held : held.slice(0, sign))?.[0] ?? '';
      return sentences + pass(words.length);
    },
    end: () => {
      const rest = passSentences(held.length);
      readLine(line);
      return rest;
    },
  };
}
