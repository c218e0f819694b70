import { slugOf } from '../../../contract/shared/heading-id.ts';
import { isKindOfNote, kindOfNote } from '../html/elements.ts';
import { plainText } from '../../text/markdown/reader-text.ts';
import { headOfNote } from './notes.ts';
import { isOf, type Product } from './words.ts';

/**
 * `{#id .class key=value}` of Python-Markdown, kramdown, Hugo and VitePress beside headings, links, pictures and blocks.
 * Ids of headings become anchors, classes of notes become notes; the rest concerns the look alone.
 */
const ONE = String.raw`(?:[.#][\w:.-]+|data-[\w-]+|[a-z][\w-]{2,}=(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|[^\s"'{}]{1,500}))`;
export const ATTRIBUTES = String.raw`\{:?[ \t]*(?<given>${ONE}(?:[ \t]+${ONE}){0,20})[ \t]*\}`;
const PART = /[.#]?[\w:.-]+(?:=(?:"[^"]*"|'[^']*'|\S+))?/g;
/** Alone, or in a heading without words: `# {.tabset}` of Wiki.js. */
const ALONE = new RegExp(String.raw`^[ \t>]*(?:(?:#{1,6}[ \t]+)?${ATTRIBUTES}|\{:[\w .-]{1,100}\})[ \t\r]*$`);

/** A line outside of code and boxes. Its text ends before a blank line, code or a box. */
type Line = { lines: string[]; at: number; endOfText: () => number; out: string[] };

/** What products write on a line of its own. `becomes` adds lines to those written, and returns the next line to read. */
type LineRow = { products?: Product[]; opening: RegExp; becomes: (found: string[], line: Line) => number };

const ROWS: LineRow[] = [
  // In its place the generator puts a table of contents, which this product shows anyway.
  {
    opening: /^(?:\[\[?_?TOC_?\]?\]|\[\[_TOSP_\]\]|(\{:)[ \t]*toc\b.*\})[ \t\r]*$/i,
    becomes: ([, brace], { at, out }) => {
      // kramdown replaces a list of one item.
      if (brace && /^[ \t]*(?:[-*+]|1\.)[ \t]/.test(out.at(-1) ?? '')) out.pop();
      return at + 1;
    },
  },
  // The class of the quotation above.
  {
    products: ['Wiki.js'],
    opening: /^[ >\t]*\{(?:\.[\w-]+ ?)*\.is-(\w+)(?: ?\.[\w-]+)*\}\s*$/,
    becomes: ([, kind = ''], { at, out }) => {
      let start = out.length;
      while (out[start - 1]?.startsWith('>')) start--;
      if (start < out.length) out.splice(start, 0, `> **${kindOfNote(kind)}**`, '>');
      return at + 1;
    },
  },
  { opening: ALONE, becomes: ([whole = ''], line) => noteBelow(whole, line) ?? line.at + 1 },
  // Obsidian, GitHub and Microsoft.
  {
    opening: /^((?:[ \t]*>)+)[ \t]*\[!([\w-]+)(?:\|[^\]]*)?\][+-]?[ \t]*(.*)$/,
    becomes: ([, quote = '', kind = '', title = ''], { lines, at, out }) => {
      out.push(`${quote} ${headOfNote(kind, title.trim())}`);
      if (lines[at + 1]?.trim().startsWith('>')) out.push(quote);
      return at + 1;
    },
  },
  // Other pages may link to the id of a heading.
  {
    opening: new RegExp(String.raw`^( {0,3}#{1,6}[ \t]+)(\S.{0,1000}?)[ \t]*${ATTRIBUTES}[ \t]*#*[ \t\r]*$`),
    becomes: ([, marks = '', text = '', given = ''], { at, out }) => {
      const [id] = (given.match(PART) ?? []).filter((part) => part.startsWith('#'));
      const isOther = id && id.slice(1) !== slugOf(plainText(text));
      out.push(isOther ? `${marks}<a id="${id.slice(1)}"></a>${text}` : marks + text);
      return at + 1;
    },
  },
];

/** A line without any of these is no row. */
const HINT = /[{[]/;

export function changedLine(line: Line, products: Product[]): number {
  const { lines, at, out } = line;
  const text = lines[at] ?? '';
  const isMine = isOf(products);
  if (HINT.test(text))
    for (const row of ROWS) {
      const found = isMine(row) ? row.opening.exec(text) : null;
      if (found) return row.becomes([...found], line);
    }
  out.push(text);
  return at + 1;
}

/** `{: .note }` above a paragraph or a quotation. With `-title` its first line is the title. Returns the line after it. */
function noteBelow(text: string, { lines, at, endOfText, out }: Line): number | undefined {
  if (out.at(-1)?.trim()) return undefined;
  const [, name = '', isTitled] = /\.([a-z]+)(-title)?(?=[\s}])/.exec(text) ?? [];
  if (!isKindOfNote(name)) return undefined;
  const end = endOfText();
  const below = lines.slice(at + 1, end).map((line) => line.replace(/^>[ \t]?/, ''));
  if (below.length === 0) return undefined;
  const title = isTitled ? (below.shift() ?? '') : '';
  const rest = below[0]?.trim() === '' ? below.slice(1) : below;
  out.push(
    `> ${headOfNote(name, title)}`,
    ...(rest.length > 0 ? ['>', ...rest.map((line) => `> ${line}`)] : []),
  );
  return end;
}
