import { MAY_STATE, unfoundedIn } from './stated-facts.ts';

/** A reply states what nothing it was given holds, so that none of it is to be trusted. */
export class Unfounded extends Error {
  override name = 'Unfounded';
}

const SENTENCE_END = /[.!?:][)*_"”]*\s|\n/g;

/**
 * Passes words on as they come, but from the first sign that may state something only with the whole sentence, where it is held
 * against the sources; throws where they do not hold it.
 */
export function foundedOn(sources: () => string[]): { add(text: string): string; end(): string } {
  /** What was passed on of the line that has not ended, and what waits. */
  let [line, held] = ['', ''];
  const pass = (length: number): string => {
    const text = held.slice(0, length);
    held = held.slice(length);
    line = (line + text).slice((line + text).lastIndexOf('\n') + 1);
    return text;
  };
  const passSentences = (length: number): string => {
    if (length > 0 && unfoundedIn(line + held.slice(0, length), sources()) !== undefined)
      throw new Unfounded('The model states what it was not given');
    return pass(length);
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
