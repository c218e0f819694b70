/**
 * A text in which characters that look alike are the same: full-width letters and digits, ligatures, all kinds of hyphens,
 * blanks, apostrophes and quotation marks. Characters that nobody sees, such as soft hyphens, are gone.
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

/**
 * The one form that case is compared in. It is made here and stored, so that no database's idea of case, which differs
 * between servers, is ever asked. Down, up and down again makes one of letters with several forms (ß, ẞ and SS).
 */
export const fold = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? foldLetters(asSeen(text)) : text.toLowerCase();

const foldLetters = (text: string): string =>
  text
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i');

/** The same with line ends and other blanks as one blank: a phrase is found over the end of a line. */
export const foldLine = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();
