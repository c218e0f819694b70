/** A LIKE pattern that finds the text anywhere, whatever characters it has. */
export const containing = (text: string): string => `%${escapeLike(text)}%`;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** What an identifier or a word is made of: folded Latin, Greek, Cyrillic … letters and digits. */
const LETTERS = 'a-z\u00c0-\u1fff';
const PART_OF_WORD = `${LETTERS}0-9`;

/** Of the database's regular expressions: those of this language escape letters in a way that it reads as others. */
export const asPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A regular expression that finds the text as a whole word or identifier, not as part of a longer one. */
export const asWhole = (text: string): string =>
  `(^|[^${PART_OF_WORD}])${asPattern(text)}($|[^${PART_OF_WORD}])`;

/**
 * The same of a word that may go on: "server" of servers. One of few letters, and one that ends in figures, goes on in figures
 * alone: "dns" of dns1 and "sv03" of sv0312; what ends in a part of figures in a letter: "us-east-1" of us-east-1a.
 */
export function asBeginning(text: string): string {
  const begins = asWhole(text).replace(/\(\$\|[^)]*\)$/, '');
  if (/-\d+$/.test(text)) return `${begins}($|[^0-9])`;
  if (/^(?:\p{L}{1,3}|\p{L}+\d+)$/u.test(text)) return `${begins}($|[^${LETTERS}])`;
  return /[^\p{L}]/u.test(text) ? asWhole(text) : begins;
}
