import { plainText } from '../../text/reader-text.ts';
import { literal } from '../../text/markdown.ts';
import type { Block } from '../../text/markdown-blocks.ts';

/** Characters of one line of text; more of it is behind the link. */
const LINE = 600;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
/** Makes a heading of the line above, or a rule. */
const UNDERLINE = /^[\s=_*-]{2,}$/;
const RULE = /^[\s|:-]+$/;
/** Between two cells, unless it is escaped. */
const CELL = /(?<!\\)\|/;
const BACKTICKS = /`+/g;

/**
 * A block as a markdown quotation of at most `most` lines. Links, images, HTML and emphasis of the document become plain
 * text: a quotation shows what is written and does nothing. A block that is cut ends in "…".
 */
export function quoteOf({ kind, lines }: Block, most: number): string[] {
  const shown = lines.slice(0, most);
  const cut = lines.length > most ? ['…'] : [];
  const markdown = asMarkdown(kind, shown);
  return quoted(markdown.length === 0 ? [] : [...markdown, ...cut]);
}

function asMarkdown(kind: Block['kind'], lines: string[]): string[] {
  if (kind === 'code') {
    const runs = lines.flatMap((line) => line.match(BACKTICKS) ?? []);
    const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
    return [fence, ...lines, fence];
  }
  // The blank line keeps a mark behind a table from becoming a row of it.
  if (kind === 'table') return [...lines.map(rowOf), ''];
  const indents = lines.flatMap((line) => ITEM.exec(line)?.[1]?.length ?? []);
  const outdent = Math.min(...indents);
  return lines
    .filter((line) => !UNDERLINE.test(line))
    .map((line) => textOf(line, outdent))
    .filter((line) => line !== '');
}

const rowOf = (line: string): string => {
  if (RULE.test(line)) return line.trim();
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split(CELL);
  return `| ${cells.map((cell) => literal(plainText(cell))).join(' | ')} |`;
};

const textOf = (line: string, outdent: number): string => {
  const [, indent = '', marker, rest = line] = ITEM.exec(line) ?? [];
  const text = plainText(rest);
  const cut = literal(text.length > LINE ? `${text.slice(0, LINE)}…` : text);
  if (cut === '') return '';
  return marker === undefined ? cut : `${indent.slice(outdent)}${marker} ${cut}`;
};

const quoted = (lines: string[]): string[] => lines.map((line) => `> ${line}`.trimEnd());
