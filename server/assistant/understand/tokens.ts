import { fold } from '../../../contract/fold.ts';

/** A word of a question: letters, digits, or one sign that means something, such as `%`. */
export type Token = {
  /** Folded, without apostrophes: "What's" is `whats`. */
  word: string;
  start: number;
  end: number;
  /** Whether no space stands between it and the token before: `web-1` is two tokens that belong together. */
  isJoined: boolean;
};

/** Words that are looked at; nobody asks a longer question about the inventory. */
const MOST = 120;
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*|\p{N}+\p{L}*|[%?]|[<>]=?/gu;
/** `rhel9` is a system and its version; `k8s` and `node1a` are names. */
const NUMBERED = /^(\p{L}{2,})(\p{N}+)$/u;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const [whole] = match;
    const [, letters = '', digits = ''] = NUMBERED.exec(whole) ?? [];
    const parts = letters === '' ? [whole] : [letters, digits];
    let start = match.index;
    for (const part of parts) {
      const isJoined = tokens.length > 0 && !/\s/.test(text.slice(tokens.at(-1)?.end, start));
      tokens.push({ word: bare(part), start, end: start + part.length, isJoined });
      start += part.length;
    }
    if (tokens.length >= MOST) break;
  }
  return tokens;
}

/** "Leeds's" is Leeds, "don't" is dont. */
const bare = (word: string): string =>
  fold(word)
    .replace(/['’]s$/, '')
    .replaceAll(/['’]/g, '');

/** Words of a value of the inventory, as the tokens of a question would have them. */
export const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word);

/** One and many of a thing are the same word. Endings alone: the vocabulary is the inventory's own. */
export function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:x|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '');
}

/**
 * How far a word is from a known one: 0 not near, 1 a letter is missing, added or has changed places with its neighbour, 2 a letter is
 * another one. Short words have no misspelling, and neither has a first letter.
 */
export function misspelling(typed: string, word: string): 0 | 1 | 2 {
  if (typed === word || typed.length < 5 || word.length < 5 || typed[0] !== word[0]) return 0;
  if (Math.abs(typed.length - word.length) > 1) return 0;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(at + from);
  const isSwapped =
    typed[at] === word[at + 1] && typed[at + 1] === word[at] && rest(typed, 2) === rest(word, 2);
  if (isSwapped || rest(typed, 1) === rest(word, 0) || rest(typed, 0) === rest(word, 1)) return 1;
  return rest(typed, 1) === rest(word, 1) ? 2 : 0;
}
