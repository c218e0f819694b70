import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { PLAIN_LETTERS } from '../../contract/shared/fold.ts';

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

/** Neither follows a letter or digit. Ranges do not depend on the locale, as PostgreSQL's own classes do. */
const WORD_START = String.raw`(?<![0-9a-z\u0080-\U0010ffff])`;

/** Returns a regular expression that finds a word, or a part of a name, that begins with the text. */
export function asBeginning(text: string): string {
  const literal = text.replace(/[^\p{L}\p{M}\p{N}]/gu, String.raw`\$&`);
  return /^[\p{L}\p{N}]/u.test(text) ? WORD_START + literal : literal;
}

/**
 * Approximates `fold` of the contract in SQL, for columns without a stored folded form. Most values are ASCII and skip the
 * slow part.
 */
export function foldedColumn(text: SQLWrapper): SQL {
  const bare = sql`regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g')`;
  const plain = Object.entries({ ...PLAIN_LETTERS, ß: 'ss' }).reduce(
    (folded, [letter, letters]) => sql`replace(${folded}, ${sql.raw(`'${letter}', '${letters}'`)})`,
    bare,
  );
  return sql`(case when octet_length(${text}) = char_length(${text}) then lower(${text}) else normalize(${plain}, NFC) end)`;
}
