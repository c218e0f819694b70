/**
 * A line of plain text as markdown that shows each of its signs: `\\server`, `__init__`, `2*3`, `&nbsp;`, `<name>`. Only what
 * would be read as markup gets a stroke before it. A heading and a quotation keep their mark; many blanks are shown as one.
 */
export function literalLine(line: string): string {
  const [mark = ''] = /^(?:#{1,6}\s+|(?:>\s?){1,20})/.exec(line) ?? [];
  const text = line
    .slice(mark.length)
    .replace(/[ \t]+/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    // Links, references and footnotes.
    .replace(/\](?=[(:])/g, '\\]')
    .replace(/^(?:[-+=](?=\s*$|[-+=]+\s*$)|#(?=\s*$))/, '\\$&');
  return mark + (text.includes('<') ? text.split(' ').map(withoutLink).join(' ') : text);
}

/** The link of an address would end in the middle of it, at the bracket. */
const withoutLink = (word: string): string =>
  word.includes('<') ? word.replace(/(https?)(?=:\/\/)|(www)(?=\.)/gi, '$&\\') : word;
