import { fold } from '../../../contract/fold.ts';
import { oneSpelling } from '../../text/spelling.ts';

/** A word of a question: letters, digits, or one meaningful sign such as `%`. */
export type Token = {
  /** Folded, without apostrophes: "What's" becomes `whats`. */
  word: string;
  start: number;
  end: number;
  /** Whether no space separates it from the previous token: `web-1` is two joined tokens. */
  isJoined: boolean;
};

/** Words that are read. Longer texts are not questions about the inventory. */
const MOST = 120;
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*|\p{N}+\p{L}*|[%?=]|[<>]=?/gu;
/** Splits `rhel9` into system and version; `k8s` and `node1a` stay names. */
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

const SHORT_FORMS: Record<string, string> = {
  cert: 'certificate',
  certs: 'certificates',
  srv: 'server',
  svr: 'server',
  w: 'with',
};

/** "Leeds's" becomes Leeds, "don't" becomes dont. */
function bare(typed: string): string {
  const word = fold(typed)
    .replace(/['’]s$/, '')
    .replaceAll(/['’]/g, '');
  return SHORT_FORMS[word] ?? word;
}

/** Splits a value of the inventory like a question. */
export const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word);

/**
 * Removes plural endings and unifies British and American spelling, so that these are the same word. A list of words would not
 * know the inventory's vocabulary.
 */
export const singular = (word: string): string => oneSpelling(withoutPlural(word));

function withoutPlural(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:x|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '');
}

/**
 * Distance of a word from a known one: 0 not similar; 1 a letter is missing, added or swapped with its neighbour; 2 a
 * letter is replaced. Short words and first letters are never corrected.
 */
export function misspelling(typed: string, word: string, shortest = 5): 0 | 1 | 2 {
  if (typed === word || typed.length < shortest || word.length < 5 || typed[0] !== word[0]) return 0;
  if (Math.abs(typed.length - word.length) > 1) return 0;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(at + from);
  const isSwapped =
    typed[at] === word[at + 1] && typed[at + 1] === word[at] && rest(typed, 2) === rest(word, 2);
  if (isSwapped || rest(typed, 1) === rest(word, 0) || rest(typed, 0) === rest(word, 1)) return 1;
  return rest(typed, 1) === rest(word, 1) ? 2 : 0;
}
