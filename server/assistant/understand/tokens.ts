import { fold } from '../../../contract/shared/fold.ts';
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
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:'\p{L}+)*|\p{N}+\p{L}*(?:'s\b)?|[%?=]|[<>]=?/gu;
/** The signs that keyboards and telephones write for an apostrophe. */
const APOSTROPHE = /[\u2018\u2019\u02bc\u00b4`]/gu;
/** "web-1's": the name ends before it. "What's" is a word. */
const POSSESSIVE = /(?<!^(?:what|who|where|when|that|it|there|how|here|let))'s$/i;
/** Splits `rhel9` into system and version; `k8s` and `node1a` stay names. */
const NUMBERED = /^(\p{L}{2,})(\p{N}+)$/u;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.replaceAll(APOSTROPHE, "'").matchAll(WORD)) {
    const whole = match[0].replace(POSSESSIVE, '');
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
  const word = fold(typed).replace(/'s$/, '').replaceAll("'", '');
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
