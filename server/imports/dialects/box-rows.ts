import type { Shape } from '../../text/markdown/engine.ts';
import { isKindOfNote, kindOfNote } from '../html/elements.ts';
import { headOfNote, inlineHtml, isFolded } from './notes.ts';
import { isOf, type Product } from './words.ts';

/** Groups of the opening line. */
export type Found = Record<string, string | undefined>;

/** What a box becomes: lines above, a sign before each line of its text, and lines below. */
export type Frame = {
  head: string[];
  prefix: string;
  tail: string[];
  /** Lines at its beginning that are not its text. */
  skipped?: number;
  /** Its text is code in this language. */
  code?: string;
};

/** A box of a product. A row without products is for any page. */
export type BoxRow = {
  products?: Product[];
  opening: RegExp;
  /** Its last line. Without one, the box holds the lines that are indented below it. */
  closing?: RegExp;
  /** Whether a closing line closes this opening. */
  closes?: (opened: Found, closing: Found) => boolean;
  /** `inside` are its lines, without the indent of its opening. */
  becomes: (found: Found, inside: string[]) => Frame;
};

/** Notes become quotations that start with their kind; tabs become text below their bold title. */
const ROWS: BoxRow[] = [
  // Docusaurus, VitePress, Docmost, Azure DevOps, and what shortcodes become.
  {
    opening: /^:{3,}[ \t]*(?<name>\w[\w-]*)(?<rest>.{0,1000})$/,
    closing: /^:{3,}[ \t]*$/,
    becomes: ({ name = '', rest = '' }) => {
      // A diagram of Azure DevOps.
      if (name === 'mermaid') return { ...plain(''), code: 'mermaid' };
      return frameOf(name, titleIn(rest), /\{[^}]*\bopen\b/.test(rest));
    },
  },
  // Blocks of Python-Markdown. Their options are indented lines directly below the name.
  {
    opening: /^\/{3,}[ \t]*(?<name>\w[\w-]*)(?<rest>.{0,1000})$/,
    closing: /^\/{3,}[ \t]*$/,
    becomes: ({ name = '', rest = '' }, inside) => {
      const skipped = Math.max(
        inside.findIndex((line) => !/^ {4}\w+: /.test(line)),
        0,
      );
      const isOpen = inside.slice(0, skipped).some((line) => /\bopen: *true/i.test(line));
      return { ...frameOf(name, titleIn(rest), isOpen), skipped };
    },
  },
  // MkDocs. A mark of one plus more is open.
  {
    opening: /^!!![ \t]*(?<name>\w[\w-]*)(?:[ \t]+\w[\w-]*)*(?:[ \t]+"(?<title>.{0,1000})")?[ \t]*$/,
    becomes: ({ name = '', title = '' }) => frameOf(name, title),
  },
  {
    opening:
      /^\?\?\?(?<open>\+?)[ \t]*(?<name>\w[\w-]*)(?:[ \t]+\w[\w-]*)*(?:[ \t]+"(?<title>.{0,1000})")?[ \t]*$/,
    becomes: ({ open, name = '', title }) => collapsed(title || kindOfNote(name), open === '+'),
  },
  {
    opening: /^===[!+]?[ \t]+"(?<title>.{0,1000})"[ \t]*$/,
    becomes: ({ title = '' }) => plain(title),
  },
  // A title follows the signs or is the first line inside. An outer section has more signs than those inside.
  {
    products: ['Outline'],
    opening: /^(?<signs>\+{3,})(?:[ \t]+(?<title>\S.*))?[ \t]*$/,
    closing: /^(?<signs>\+{3,})(?:[ \t]+(?<title>\S.*))?[ \t]*$/,
    closes: (opened, { signs = '', title }) => !title && signs.length >= (opened['signs']?.length ?? 0),
    becomes: ({ title }, inside) => {
      const first = inside.findIndex((line) => line.trim() !== '');
      const isTitle = !title && first >= 0 && !/^(?:\+{3}|:{3})/.test(inside[first] ?? '');
      const words = title ?? (isTitle ? (inside[first] ?? '').replace(/^#+[ \t]+/, '') : '');
      return { ...collapsed(words.trim() || 'Details', false), skipped: isTitle ? first + 1 : 0 };
    },
  },
  {
    products: ['Notion'],
    opening: /^<aside>\s*$/,
    closing: /^<\/aside>\s*$/,
    becomes: () => ({ head: [], prefix: '> ', tail: [] }),
  },
];

/** `: text` below a term, of Python-Markdown, Hugo and others. */
export const DEFINITION: BoxRow = {
  opening: /^:[ \t]+(?=\S)/,
  becomes: () => ({ head: [], prefix: '  ', tail: [] }),
};

export const boxRowsOf = (products: Product[]): BoxRow[] => [...ROWS, DEFINITION].filter(isOf(products));

export const shapesOf = (rows: BoxRow[]): Shape[] =>
  rows.flatMap((row): Shape[] => {
    const { opening, closing } = row;
    if (row === DEFINITION) return [{ opening, holds: 'rest and below' }];
    if (!closing) return [{ opening, holds: 'below' }];
    return [
      { opening, holds: 'line' },
      { opening: closing, holds: 'line' },
    ];
  });

/** `[Title]`, `Title`, `| Title` or `{title="Title"}`. Other attributes in braces are for the generator. */
function titleIn(rest: string): string {
  const [, named] = /\{[^}]*\btitle=["']([^"']*)["']/.exec(rest) ?? [];
  const bare = rest.replace(/\{[^}]*\}[ \t]*$/, '').trim();
  return named ?? bare.replace(/^\[(.*)\]$/, '$1').replace(/^\|[ \t]*/, '');
}

const plain = (title: string): Frame => ({ head: title ? [`**${title}**`] : [], prefix: '', tail: [] });

function frameOf(name: string, title: string, isOpen = false): Frame {
  if (isFolded(name)) return collapsed(title || 'Details', isOpen);
  if (isKindOfNote(name)) return { head: [`> ${headOfNote(name, title)}`], prefix: '> ', tail: [] };
  return plain(title);
}

const collapsed = (title: string, isOpen: boolean): Frame => ({
  head: [isOpen ? '<details open>' : '<details>', `<summary>${inlineHtml(title)}</summary>`],
  prefix: '',
  tail: ['</details>'],
});
