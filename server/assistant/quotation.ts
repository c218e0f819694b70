import type { SectionBlock } from '../text/markdown/sections.ts';
import { literal } from '../text/written-markdown.ts';
import { plainText } from '../text/markdown/reader-text.ts';

/** How much of a page a reply shows: lines, and characters of markdown. */
export type Room = { lines: number; characters: number };

/** The lines of a block and their characters as a quotation. */
export const sizeOf = ({ lines }: SectionBlock): Room => ({
  lines: lines.length,
  characters: lines.reduce((sum, line) => sum + Math.min(line.length, LINE) + '> \n'.length, 0),
});

/** Characters per line; the link leads to the rest. */
const LINE = 600;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
/** Would turn the line above into a heading, or become a rule. */
const UNDERLINE = /^[\s=_*-]{2,}$/;
const RULE = /^[\s|:-]+$/;
/** Separates two cells, unless it is escaped. */
const CELL = /(?<!\\)\|/;
const BACKTICKS = /`+/g;

/** Lines above the rows of a table. */
const HEAD = 2;
const SENTENCES = /(?<=[.!?:;])\s+/;

/**
 * A block as a markdown quotation. Links, images, HTML and emphasis become plain text, so that the quotation only displays.
 * A longer block is cut to the lines with the hits, a longer line to its sentences with them, and "…" marks each cut.
 */
export function quoteOf(
  { kind, lines }: SectionBlock,
  room: Room,
  scoreOf: (text: string) => number,
): string[] {
  const head = kind === 'table' ? lines.slice(0, HEAD) : [];
  const rest = lines.slice(head.length).map((line) => shortened(line, room.characters, scoreOf));
  const inside = bestWindow(rest, { ...room, lines: room.lines - head.length }, scoreOf);
  const shown = rest.slice(inside.from, inside.to);
  const markdown = asMarkdown(kind, [...head, ...shown]);
  if (markdown.length === 0) return [];
  const [above, below] = [inside.from > 0 ? ['…'] : [], inside.to < rest.length ? ['…'] : []];
  return quoted([...above, ...markdown, ...below]);
}

function shortened(line: string, characters: number, scoreOf: (text: string) => number): string {
  const most = Math.min(LINE, characters);
  if (line.length <= most) return line;
  const sentences = line.split(SENTENCES);
  const { from, to } = bestWindow(sentences, { lines: sentences.length, characters: most }, scoreOf);
  const text = sentences.slice(from, to).join(' ');
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  return `${from > 0 ? '… ' : ''}${cut}${to < sentences.length ? ' …' : ''}`;
}

/** The neighbouring texts that hold the most and have room. Of equal ones the first, else the one in the middle. */
function bestWindow(
  texts: string[],
  room: Room,
  scoreOf: (text: string) => number,
): { from: number; to: number } {
  const all = texts.reduce((sum, text) => sum + text.length + '> \n'.length, 0);
  if (texts.length <= room.lines && all <= room.characters) return { from: 0, to: texts.length };
  const scores = texts.map(scoreOf);
  const windows = texts.map((_, from) => {
    let [to, characters, score] = [from, 0, 0];
    for (; to < texts.length && to - from < room.lines; to++) {
      characters += (texts[to] ?? '').length + '> \n'.length;
      if (to > from && characters > room.characters) break;
      score += scores[to] ?? 0;
    }
    return { from, to, score };
  });
  const most = Math.max(0, ...windows.slice(0, MOST_WINDOWS).map(({ score }) => score));
  const best = windows.filter(({ score }) => score === most);
  const [first] = best;
  return (first?.from === 0 ? first : best[Math.floor(best.length / 2)]) ?? { from: 0, to: 1 };
}
const MOST_WINDOWS = 10_000;

/** The text with the most hits of a block on one line. */
export function lineOf(
  { kind, lines }: SectionBlock,
  most: number,
  scoreOf: (text: string) => number,
): string {
  const rows = kind === 'table' ? lines.slice(HEAD) : lines;
  const { from } = bestWindow(rows, { lines: 1, characters: Infinity }, scoreOf);
  const [, , , item = rows[from] ?? ''] = ITEM.exec(rows[from] ?? '') ?? [];
  const cells =
    kind === 'table'
      ? item
          .split(CELL)
          .map((cell) => plainText(cell))
          .filter(Boolean)
          .join(' · ')
      : item;
  const text = kind === 'code' ? item.trim() : plainText(cells);
  return literal(shortened(text, most, scoreOf));
}

function asMarkdown(kind: SectionBlock['kind'], lines: string[]): string[] {
  if (kind === 'code') {
    const runs = lines.flatMap((line) => line.match(BACKTICKS) ?? []);
    const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
    return [fence, ...lines, fence];
  }
  // The blank line keeps the text below a table from becoming one of its rows.
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
  const cut = literal(text);
  if (cut === '') return '';
  return marker === undefined ? cut : `${indent.slice(outdent)}${marker} ${cut}`;
};

const quoted = (lines: string[]): string[] => lines.map((line) => `> ${line}`.trimEnd());
