import { slipsBetween } from '../../../contract/shared/slips.ts';
import { isFiller, LEXICON_WORDS } from './lexicon.ts';
import type { Vocabulary } from './entities.ts';
import { singular } from './tokens.ts';

/** Differences up to which a word is suggested, and its fewest letters. */
const FAR = 2;
const SHORTEST = 5;
/** Shorter words are suggested for one difference only. */
const LONG = 7;
/** Suggestions for one word. */
const MOST = 3;

/** The only known word that differs by one letter. Words with a meaning of their own are never corrected. */
export function nearestWord(typed: string, { byLetter }: Vocabulary): string | undefined {
  // A word of four letters is only corrected to one without meaning: "wich".
  if (typed.length === 4)
    return [...LEXICON_WORDS].find((one) => isFiller(one) && misspelling(typed, one, 4) === 1);
  const known = byLetter.get(typed[0] ?? '') ?? [];
  for (const distance of [1, 2]) {
    const near = known.filter(
      (one) =>
        misspelling(typed, one) === distance || misspelling(singular(typed), singular(one)) === distance,
    );
    if (near.length > 0) return new Set(near.map(singular)).size === 1 ? near[0] : undefined;
  }
  return undefined;
}

/** Known words that a person may have meant by an unknown one, the nearest first. */
export function nearWords(typed: string, known: Iterable<string>): string[] {
  const most = typed.length < LONG ? 1 : FAR;
  const all = [...known];
  if (typed.length < SHORTEST || all.includes(typed) || all.includes(singular(typed))) return [];
  return all
    .map((word) => ({
      word,
      far: word.length < SHORTEST || word[0] !== typed[0] ? Infinity : slipsBetween(typed, word, most),
    }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far || a.word.localeCompare(b.word, 'en'))
    .slice(0, MOST)
    .map(({ word }) => word);
}

/**
 * Distance of a word from a known one: 0 not similar; 1 a letter is missing, added or swapped with its neighbour; 2 a
 * letter of a long word is replaced. Short words and first letters are never corrected.
 */
function misspelling(typed: string, word: string, shortest = SHORTEST): 0 | 1 | 2 {
  if (typed === word || typed.length < shortest || word.length < SHORTEST || typed[0] !== word[0]) return 0;
  if (Math.abs(typed.length - word.length) > 1) return 0;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(at + from);
  const isSwapped =
    typed[at] === word[at + 1] && typed[at + 1] === word[at] && rest(typed, 2) === rest(word, 2);
  if (isSwapped || rest(typed, 1) === rest(word, 0) || rest(typed, 0) === rest(word, 1)) return 1;
  // "alice" is no "alive".
  return typed.length >= LONG && rest(typed, 1) === rest(word, 1) ? 2 : 0;
}
