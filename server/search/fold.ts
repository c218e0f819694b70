/** Returns a LIKE pattern that finds the text anywhere. Special characters are escaped. */
export const containing = (text: string): string => `%${escapeLike(text)}%`;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Characters of words and identifiers in folded text: Latin, Greek, Cyrillic … letters and digits. */
const LETTERS = 'a-z\u00c0-\u1fff';
const PART_OF_WORD = `${LETTERS}0-9`;

/**
 * Escapes a text for PostgreSQL's regular expressions. `RegExp.escape` is no use: PostgreSQL reads its escaped letters
 * differently.
 */
const asPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns a regular expression that finds the text as a whole word or identifier, not as part of a longer one. */
export const asWhole = (text: string): string =>
  `(^|[^${PART_OF_WORD}])${asPattern(text)}($|[^${PART_OF_WORD}])`;
