import { isCommon } from './common-words.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';
import type { Sentence } from './words.ts';

/** Words that one value may be written in, and letters that are more than a chance. */
const MOST_WORDS = 5;
const SHORTEST = 4;

const joined = (text: string) => text.replaceAll(/[-_. ]/g, '');

/** "guest wifi", "mail-relays" and "frontend" as the inventory writes them, in one word or in several. */
export function writeAsRecorded(sentence: Sentence, vocabulary: Vocabulary) {
  const values = new Set(
    vocabulary.flatMap((phrase) => phrase.values.map((value) => wordsOf(value).join(' '))),
  );
  const recorded = new Map<string, string>();
  const texts = new Set<string>();
  for (const part of [...vocabulary.map(({ words }) => words), ...[...values].flatMap(partsOf)])
    for (const text of [part, `${part}s`]) {
      texts.add(text);
      recorded.set(joined(text), recorded.get(joined(text)) ?? text);
    }
  for (let size = MOST_WORDS; size > 0; size--) {
    const words = sentence.text.trim().split(' ');
    for (let at = 0; at + size <= words.length; at++) {
      const said = words.slice(at, at + size);
      const text = said.join(' ');
      const form = joined(text);
      const meant = recorded.get(form);
      const isWord = form.length >= SHORTEST && /\p{L}/u.test(form) && !said.every(isCommon);
      if (meant !== undefined && isWord && !texts.has(text)) sentence.text = sentence.text.replace(` ${text} `, ` ${meant} `); // prettier-ignore
    }
  }
}

/** All that stands together in a value. */
const partsOf = (value: string): string[] => {
  const words = value.split(' ').slice(0, 2 * MOST_WORDS);
  return words.flatMap((_, from) => words.slice(from, from + MOST_WORDS).map((__, size) => words.slice(from, from + size + 1).join(' '))); // prettier-ignore
};
