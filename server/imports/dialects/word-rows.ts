import { emojiOf } from '../emoji.ts';
import { kindOfNote } from '../html/elements.ts';
import { isPicture } from '../stored-files.ts';
import { ATTRIBUTES } from './lines.ts';
import { headOfNote, inlineHtml } from './notes.ts';
import { plainSource, SOURCE } from './site-sources.ts';
import type { SignRow, WordRow } from './words.ts';

/** What products add to markdown within lines: who writes it, how it looks, and what it becomes. */

export const SIGNS: SignRow[] = [
  {
    products: ['MkDocs', 'Obsidian', 'Outline'],
    sign: '==',
    becomes: 'mark',
    notAfter: String.raw`=\\`,
    notBefore: '=',
  },
  { products: ['Outline'], sign: '__', becomes: 'u', notAfter: String.raw`\\\w/`, notBefore: String.raw`\w` },
  { products: ['MkDocs'], sign: '^^', becomes: 'ins', notAfter: String.raw`\^\\`, notBefore: String.raw`\^` },
  ...[
    ['~', 'sub'],
    ['^', 'sup'],
  ].map(([sign = '', becomes = '']): SignRow => ({
    products: ['MkDocs', 'Wiki.js'],
    sign,
    becomes,
    notAfter: String.raw`\[\\` + `\\${sign}`,
    notBefore: `\\${sign}`,
    inside: String.raw`[^\s[\]]`,
  })),
];

/** Where a block of Obsidian has an id: at the end of a line, or on a line of its own. */
export const BLOCK_ID = /(?:(?<=\S)[ \t]+|^)\^([\w-]+)[ \t]*$/gm;

export const WORDS: WordRow[] = [
  {
    products: ['Outline'],
    opening: /@?\[([^\]\n]{0,500})\]\(mention:\/\/[^)\s]{0,500}\)/g,
    becomes: (_, name = '') => (name.startsWith('@') ? name : `@${name}`),
    tells: 'It mentions people or documents of Outline; their names stand in the text',
  },
  // A backslash on its own line, even in a list or quotation, is an empty paragraph.
  { products: ['Outline'], opening: /^([ \t>]*)\\[ \t]*$/gm, becomes: (_, above) => above },
  // Older versions write a line break as `\n`, outside of formulas, and escape the backslashes of texts.
  {
    products: ['Outline'],
    opening: /\$\$[^$]+\$\$|\$[^\s$](?:[^$\n]*[^\s$])?\$(?!\d)|(?<!\\)(?:\\\\)*\\n/g,
    becomes: (found = '') => (found.startsWith('$') ? undefined : found.replace(/n$/, '\n')),
  },
  // The name of an attached file ends with its size in bytes, that of a video with its size in pixels.
  {
    products: ['Outline'],
    opening:
      / (?:\d+|\d*x\d*)(?=\]\([^()\s]*(?:attachments\.redirect|(?:uploads|public|assets)\/))(?<=^(?:[ \t>]|[-*+] )*\[.{1,1000})/gm,
    becomes: () => '',
  },
  // A cell is one line, so blocks of code and notices within it have `<br>` between their lines.
  {
    products: ['Outline'],
    opening: /(?<!`)(`{3,})(?!`)[\w-]*<br>((?:(?!`{3}).)*?)<br>\1/g,
    reads: 'code in lines',
    becomes: (_, __, code = '') => code.split('<br>').map(codeInCell).join('<br>'),
  },
  {
    products: ['Outline'],
    opening: /:::(\w+)<br>((?:(?!:::).)*?)<br>:::/g,
    becomes: (_, kind = '', text = '') => `**${kindOfNote(kind)}**<br>${text}`,
  },
  // Titles of sections are markdown within HTML.
  {
    products: ['Docmost'],
    opening: /(?<=^[ \t>]{0,99}<summary>).*(?=<\/summary>$)/gm,
    becomes: (title = '') => inlineHtml(title),
  },
  // A comment for the writer.
  {
    products: ['Obsidian'],
    opening: /%%([\s\S]*?)%%/g,
    becomes: (_, text = '') => `<!--${text.replaceAll('--', '- -')}-->`,
  },
  // The id of a block, at its end or on the line below it.
  {
    products: ['Obsidian'],
    opening: BLOCK_ID,
    becomes: (_, id = '') => `<a id="${idOfBlock(id)}"></a>`,
  },
  {
    products: ['Azure DevOps'],
    opening: /^[ \t]*:{3,}[ \t]*query-table\b[^\n]*(?:\n[ \t]*:{3,}[ \t]*$)?/gm,
    becomes: () => '',
    tells: 'A table that Azure DevOps makes of a query was left out',
  },
  // `[[images/rack.png|alt=Rack|width=300px]]`
  {
    products: ['Git wiki'],
    opening: /(?<!!)\[\[([^\]|\n]+)((?:\|[^\]\n]*)?)\]\]/g,
    becomes: (_, name = '', given = '') => {
      if (!isPicture(name)) return undefined;
      const [, text = ''] = /\|alt=([^|]*)/.exec(given) ?? [];
      const [, width] = /\|width=(\d+)(?:px)?(?=\||$)/.exec(given) ?? [];
      return `![${text}](${name.trim()}${width ? ` =${width}x` : ''})`;
    },
  },
  // A callout that BookStack keeps as HTML in its markdown.
  {
    opening: /^<p\b[^<>]*\sclass="callout (\w+)[^<>]*>((?:(?!<\/?p\b)[\s\S]){1,20000})<\/p>[ \t]*$/gm,
    becomes: (_, kind = '', text = '') =>
      [headOfNote(kind, ''), '', ...text.trim().split('\n')].map((line) => `> ${line}`.trimEnd()).join('\n'),
  },
  {
    opening: new RegExp(String.raw`(!\[[^\]\n]{0,500}\]\([^()\s]{1,1000})\)[ \t]?${ATTRIBUTES}`, 'g'),
    becomes: (_, picture = '', given = '') => {
      const [, width] = /\bwidth=["']?(\d{1,4})(?:px)?["'}\s]/.exec(`${given} `) ?? [];
      return width ? `${picture} =${width}x)` : `${picture})`;
    },
  },
  // Attributes directly after the end of a link, code or other markup. Those at the end of a heading are its own.
  {
    opening: new RegExp(
      String.raw`(?<=[)\]*\x60:])[ \t]?${ATTRIBUTES}(?![ \t]*#*[ \t]*$(?<=^ {0,3}#{1,6}[ \t][^\n]{0,1200}))`,
      'gm',
    ),
    becomes: () => '',
  },
  // `++ctrl+alt+del++`
  {
    opening: /(?<![+\w])\+\+(\w[\w-]*(?:\+\w[\w-]*)*)\+\+(?![+\w])/g,
    becomes: (_, keys = '') =>
      keys
        .split('+')
        .map((key) => `<kbd>${key}</kbd>`)
        .join('+'),
  },
  // Pictures and links of Docusaurus.
  { opening: SOURCE, becomes: (_, name = '', program = '', path = '') => plainSource(name, program, path) },
  {
    opening: /(?<![\w:/])(?::([a-z\d_+-]{1,50}):)(?![\w:/])/g,
    reads: 'no addresses',
    becomes: (_, name = '') => emojiOf(name),
  },
];

function codeInCell(line: string): string {
  const text = line.replaceAll('\\\\', '\\');
  return text.includes('`') ? `\`\` ${text} \`\`` : text && `\`${text}\``;
}

/** The anchor of a block of Obsidian. A heading may have the same words. */
export const idOfBlock = (id: string): string => `block-${id.toLowerCase()}`;
