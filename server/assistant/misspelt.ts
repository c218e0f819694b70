import type { Db } from '../db/open.ts';
import { DOCUMENT_WORDS, isCommon, SERVER_WORDS } from './common-words.ts';
import { readVocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

/** Shorter words are near too many others; from LONG on two slips are allowed. */
const SHORTEST = 5;
const LONG = 8;
const READ = 40;

export type Corrected = { query: string; changes: [written: string, meant: string][] };

/** The question with words that the inventory knows in the place of those that are spelled nearly so; undefined where there are none. */
export async function corrected(db: Db, query: string): Promise<Corrected | undefined> {
  const phrases = await readVocabulary(db);
  const known = [
    ...new Set([...SERVER_WORDS, ...DOCUMENT_WORDS, ...phrases.flatMap(({ words }) => words.split(' '))]),
  ];
  const isKnown = new Set(known);
  const changes: Corrected['changes'] = [];
  for (const written of new Set(wordsOf(query).slice(0, READ))) {
    if (written.length < SHORTEST || !/^\p{L}+$/u.test(written) || isCommon(written) || isKnown.has(written))
      continue;
    const most = written.length >= LONG ? 2 : 1;
    const near = known
      .filter(
        (word) =>
          word.length >= SHORTEST - 1 &&
          word[0] === written[0] &&
          Math.abs(word.length - written.length) <= most,
      )
      .map((word) => ({ word, slips: slipsBetween(word, written) }))
      .filter(({ slips }) => slips <= most)
      .toSorted((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1))[0];
    if (near) changes.push([written, near.word]);
  }
  if (changes.length === 0) return undefined;
  const better = changes.reduce(
    (text, [written, meant]) => text.replaceAll(new RegExp(RegExp.escape(written), 'giu'), meant),
    query,
  );
  return { query: better, changes };
}

/** Letters that are missing, too many, wrong, or two that changed places. */
export function slipsBetween(one: string, other: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isTurned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isTurned ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
