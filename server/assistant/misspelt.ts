import type { Db } from '../db/open.ts';
import { COMMON, DOCUMENT_WORDS, isCommon, SERVER_WORDS } from './common-words.ts';
import { lexemesOf, rankByText, slipsBetween, spelledNearly } from '../search/queries.ts';
import { wordList } from '../word-list.ts';
import { readVocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

/** Of the inventory's own words the shorter ones are near too many others; from LONG on two slips are allowed. */
const SHORTEST = 5;
const LONG = 9;
/** What is shorter is rather a name. */
const MIN = 3;
const READ = 40;

/** Words that questions are asked with. Others as common ('per', 'its', 'say') are near to names, and would only make them vanish. */
const ASKING = `
  which what where when whose who how many much does show list find count tell give have this that these those them with from
  there their are the and any has was were arent isnt dont doesnt down host hosts prod vms disk high low full free over under
  above below more less than between most least today yesterday week month year hour hours day days last since change changes changed updated
  added happened went people person member members staff contact outage outages longest created notes note updates update updated live lives stand administrator engineer analyst manager technician architect
`.trim().split(/\s+/); // prettier-ignore

/** Behind these stands a name, which is no slip for a word like "was". */
const OF_PLACE = /^(?:in|at|on|from|inside|within|run|runs|running|using)$/;
const BEFORE_NAMES = new RegExp(
  '^(?:the|this|that|these|those|which|what|each|every|any|all|our|their|one)$',
);

export type Corrected = { query: string; changes: [written: string, meant: string][] };

/** The question with words that the inventory or else a document has in the place of those that are spelled nearly so; undefined where there are none. */
export async function corrected(db: Db, query: string): Promise<Corrected | undefined> {
  const phrases = await readVocabulary(db);
  const known = [
    ...new Set([
      ...ASKING,
      ...COMMON,
      ...SERVER_WORDS,
      ...DOCUMENT_WORDS,
      ...phrases.flatMap(({ words }) => words.split(' ')),
    ]),
  ];
  const isKnown = new Set(known);
  const words = wordsOf(query).slice(0, READ);
  const isStrange = (word: string) =>
    word.length >= MIN && /^\p{L}+$/u.test(word) && !isCommon(word) && !isKnown.has(word);
  const strange = [...new Set(words)].filter(isStrange);
  if (strange.length === 0) return undefined;
  // "Tapes" that a document tells of are no slip for types.
  const { words: weighed } = await rankByText(db, query, ['document'], 1);
  const held = new Set(
    weighed.filter(({ query: asked }) => !asked.endsWith(':*')).map(({ lexeme }) => lexeme),
  );
  const english = await wordList();
  const changes: Corrected['changes'] = [];
  for (const written of strange) {
    if (lexemesOf(written).some((lexeme) => held.has(lexeme))) continue;
    const isPlace = OF_PLACE.test(words[words.indexOf(written) - 1] ?? '') || isAbbreviation(query, written);
    // A contract is no slip for a contact, nor a poster for a porter whom documents tell of.
    const isWord = english.has(written);
    const near = (written.length < SHORTEST ? ASKING : known)
      .filter((word) => isNear(word, written, written === words[0]))
      .filter((word) => !(written.length > SHORTEST && isWord && ASKING.includes(word)))
      .filter((word) => !isPlace || !COMMON.has(word) || BEFORE_NAMES.test(word))
      .map((word) => ({ word, slips: slipsBetween(word, written) + (isOther(word, written) ? 0.5 : 0) }))
      .toSorted(
        (a, b) =>
          a.slips - b.slips ||
          sharedBy(b.word, written) - sharedBy(a.word, written) ||
          (a.word < b.word ? -1 : 1),
      )[0]?.word;
    const mayBeOfDocuments = written.length >= SHORTEST && !isPlace && !isWord;
    // oxlint-disable-next-line no-await-in-loop -- Hardly ever more than one.
    const meant = near ?? (mayBeOfDocuments ? await spelledNearly(db, written) : undefined);
    if (meant) changes.push([written, meant]);
  }
  if (changes.length === 0) return undefined;
  const better = changes.reduce(
    (text, [written, meant]) =>
      text.replaceAll(
        new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(written)}(?![\\p{L}\\p{N}])`, 'giu'),
        meant,
      ),
    query,
  );
  return { query: better, changes };
}

/** "AWS", where not all of the question is in capitals. */
const isAbbreviation = (query: string, word: string): boolean =>
  /\p{Ll}/u.test(query) && query.split(/[^\p{L}\p{N}]+/u).includes(word.toUpperCase());

/** Within the slips that a word of that length may have; the first letter is right, or changed places with the second. */
function isNear(word: string, written: string, isFirst: boolean): boolean {
  const most = written.length >= LONG ? 2 : 1;
  // Many of something are no slip.
  if (written === `${word}s`) return false;
  if (Math.abs(word.length - written.length) > most) return false;
  const isTurned = word[0] === written[1] && word[1] === written[0];
  if (word[0] !== written[0] && !isTurned) return false;
  if (written.length >= SHORTEST) return word.length >= SHORTEST - 1 && slipsBetween(word, written) <= most;
  // One wrong letter makes a short name of another one; only a word that begins a question is hardly a name.
  return (isFirst || !isOther(word, written)) && slipsBetween(word, written) === 1;
}

/** A wrong letter, where others lack one, have one too many or two that changed places. */
const isOther = (word: string, written: string): boolean =>
  word.length === written.length && [...word].toSorted().join('') !== [...written].toSorted().join('');

/** Letters at the beginning that two words have in common. */
const sharedBy = (one: string, other: string): number => {
  const differs = [...one].findIndex((letter, place) => letter !== other[place]);
  return differs < 0 ? one.length : differs;
};
