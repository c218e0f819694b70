/** A LIKE pattern that finds the text anywhere, whatever characters it has. */
export const containing = (text: string): string => `%${escapeLike(text)}%`;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** What an identifier or a word is made of: folded Latin, Greek, Cyrillic … letters and digits. */
const LETTERS = 'a-z\u00c0-\u1fff';
const PART_OF_WORD = `${LETTERS}0-9`;

/** Of the database's regular expressions: those of this language escape letters in a way that it reads as others. */
const asPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A regular expression that finds the text as a whole word or identifier, not as part of a longer one. */
export const asWhole = (text: string): string =>
  `(^|[^${PART_OF_WORD}])${asPattern(text)}($|[^${PART_OF_WORD}])`;
