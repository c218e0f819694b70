/**
 * The one form that case is compared in. It is made here and stored, so that no database's idea of case, which differs
 * between servers, is ever asked.
 */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** What was typed as the separate words that must all be there. */
export const termsOf = (query: string): string[] =>
  [...new Set(fold(query).split(/\s+/).filter(Boolean))].slice(0, 12);

/** A LIKE pattern that finds the text anywhere, whatever characters it has. */
export const containing = (text: string): string => `%${escapeLike(text)}%`;

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A regular expression that finds the text as a whole word or identifier, not as part of a longer one. */
export const asWhole = (text: string): string =>
  `(^|[^a-z0-9])${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}($|[^a-z0-9])`;
