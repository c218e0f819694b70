/**
 * Unifies characters that look alike: full-width letters and digits, ligatures, hyphens, spaces, apostrophes and
 * quotation marks. Removes invisible characters such as soft hyphens.
 */
export const asSeen = (text: string): string =>
  /[^\0-\x7f]/.test(text)
    ? text
        .normalize('NFKC')
        .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
        .replace(/\p{Zs}/gu, ' ')
        .replace(/[\u2010-\u2013\u2212]/g, '-')
        .replace(/[\u2018\u2019\u02bc]/g, "'")
        .replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
        .normalize('NFC')
    : text;

/** Letters that Unicode does not split into a plain letter and a mark, in lower case. */
export const PLAIN_LETTERS: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/**
 * The form for comparison without regard to case and accents: few people type the accent of a name such as Zürich. It is
 * computed here and stored, so that results do not depend on a database's case rules, which differ between servers.
 * Lower, upper and lower again unifies letters with several forms (ß, ẞ and SS).
 * An accent without a letter stays: a text of signs alone does not become empty.
 */
export const fold = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? foldLetters(asSeen(text)) : text.toLowerCase();

const foldLetters = (text: string): string =>
  text
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=[\p{L}\p{M}])[\u0300-\u036f]/gu, '')
    .replace(NOT_PLAIN, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC')
    .replaceAll('ς', 'σ');

/** The same with collapsed whitespace, so that a phrase matches across line ends. */
export const foldLine = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();

/**
 * Converts a position in the folded text to one in the text itself, where folding changes lengths (ß becomes two letters).
 * Returns the largest position whose text before it folds to at most `at` letters.
 */
export function unfoldedPlace(text: string, at: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fold(text.slice(0, middle)).length <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
