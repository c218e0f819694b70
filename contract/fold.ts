/**
 * The one form that case is compared in. It is made here and stored, so that no database's idea of case, which differs
 * between servers, is ever asked. Down, up and down again makes one of letters with several forms (ß, ẞ and SS).
 */
export const fold = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? foldLetters(text) : text.toLowerCase();

const foldLetters = (text: string): string =>
  text
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i');
