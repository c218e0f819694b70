import { HtmlReader } from '../../contract/shared/html-tags.ts';
import { codeLines, withoutOuterBlankLines } from '../../contract/shared/outline.ts';
import { isCode } from '../text/markdown/code.ts';
import { parse } from '../text/markdown/parse.ts';
import { type Block, blocksIn } from './code-blocks.ts';
import { ENTRY, kindOf, type LineKind } from './line-kinds.ts';
import { isSectionName, STEP_NUMBER } from './section-names.ts';
import { CELL_LINE, joinedCells } from './spreadsheet-cells.ts';

/** Longer texts stay unchanged. */
const LONGEST = 300_000;
/** Minimum length of a line that an editor may have wrapped. */
const MARGIN = 60;

/**
 * Adds markdown for what a document shows only by its form: headings, list items, tables, commands, logs and files.
 * Keeps words, their order and existing markup. Idempotent.
 */
export const structured = (text: string): string =>
  text.length > LONGEST ? text : new Marking(text, true).result();

/**
 * The same for pasted plain text, which keeps literal characters and line ends, unless it already is markdown. People also
 * type code fences and backticks in chats and tickets, so these alone do not make it markdown, but stay code.
 */
export function structuredPaste(text: string): string {
  return text.length > LONGEST ? text : new Marking(text, isMarkdown(text)).result();
}

/** Whether a text contains marks that only markdown authors type. */
const isMarkdown = (source: string): boolean =>
  parse(source).blocks.some(
    ({ kind, markup, text, inlines }) =>
      kind === 'cell' ||
      (kind === 'heading' && markup.startsWith('##')) ||
      ((kind === 'heading' || kind === 'paragraph') && /\]\((?:https?:|\/)/.test(text)) ||
      inlines.some((inline) => inline.kind === 'mark' && inline.text === '**'),
  );

/** An open list item: its original indent, and the column of its text in the output. */
type Item = { given: number; column: number };

class Marking {
  private readonly isDocument: boolean;
  private readonly hasFences: boolean;
  private readonly lines: string[];
  private readonly kinds: (LineKind | undefined)[];
  private readonly blocks: Block[];
  private readonly out: string[] = [];
  private readonly hasHeadings: boolean;
  private readonly lastText: number;
  /** Open list items, outermost first. */
  private items: Item[] = [];
  private hasCode = false;

  constructor(text: string, isDocument: boolean) {
    this.isDocument = isDocument;
    const lines = text.replace(/\r\n?/g, '\n').replaceAll('\u0000', '').split('\n');
    this.lines = isDocument ? lines : joinedCells(lines);
    const reading = isDocument ? readMarkdown(this.lines) : undefined;
    const isFenced = isDocument ? [] : codeLines(this.lines).isCode;
    this.hasFences = isFenced.includes(true);
    this.lastText = this.lines.findLastIndex((line) => line.trim() !== '');
    const bare = isDocument ? this.lines.map(withoutStrokes) : this.lines;
    let above: LineKind | undefined;
    this.kinds = bare.map((line, at) => {
      const kind = reading?.isFree[at] === false || isFenced[at] ? undefined : kindOf(line);
      // In a document and below a list item, an indented line continues the text, and readers see HTML.
      const isText =
        (kind === 'indented' && (isDocument || above === 'marked')) ||
        (kind === 'file' && isDocument && hasHtml(line));
      if (!isText) above = kind;
      return isText ? 'text' : kind;
    });
    this.blocks = blocksIn(bare, this.kinds);
    this.hasHeadings = reading?.hasHeadings ?? this.hasPlainHeading();
  }

  result(): string {
    const blocks = new Map(this.blocks.map((block) => [block.from, block]));
    for (let at = 0; at < this.lines.length; at++) {
      const block = blocks.get(at);
      if (block?.language === 'table') this.addTable(block);
      else if (block) this.addCode(block);
      else this.addLine(at);
      if (block) at = block.to - 1;
    }
    const made = this.out.join('\n');
    return this.isDocument ? made : withoutOuterBlankLines(made.replaceAll(CELL_LINE, '\n'));
  }

  /** A markdown heading outside of code. */
  private hasPlainHeading(): boolean {
    const isCode = this.kinds.map((kind) => kind === undefined);
    for (const { from, to } of this.blocks) isCode.fill(true, from, to);
    return this.lines.some((line, at) => !isCode[at] && /^#{1,6}\s+\S/.test(line));
  }

  private addLine(at: number) {
    const line = this.lines[at] ?? '';
    const kind = this.kinds[at];
    if (kind === undefined && !this.isDocument)
      this.addFenced(line, at === 0 || this.kinds[at - 1] !== undefined);
    else if (kind === undefined || (kind === 'blank' && this.isDocument)) this.out.push(line);
    else if (kind === 'blank') this.addBlank();
    else if (!this.hasHeadings && this.isHeading(at)) this.addHeading(line);
    else if (ENTRY.test(line) && !this.isDashInside(at)) this.addEntry(line);
    else this.addText(line, at);
  }

  /** Words behind an opening fence are no language, but the first line of the code. */
  private addFenced(line: string, isFirst: boolean) {
    const [, fence, words] = (isFirst && /^(\s{0,40}`{3,20})(?!`)[ \t]*(\S+[ \t]+\S.*)$/.exec(line)) || [];
    if (!/^\s/.test(line)) this.items = [];
    this.out.push(...(fence && words ? [fence, words] : [line]));
  }

  private addBlank() {
    if (this.out.length > 0 && this.out.at(-1)?.trim() !== '') this.out.push('');
  }

  /** Whether a line is a heading: a section name, a line in capitals, or a step with content below. */
  private isHeading(at: number): boolean {
    const line = (this.lines[at] ?? '').trim();
    if (line.length > 120 || at >= this.lastText) return false;
    if (STEP.test(line)) return !STEP.test(this.lines[at + 1]?.trim() ?? '');
    if (isSectionName(line)) return /^\p{L}/u.test(line) && (line.endsWith(':') || /^\p{Lu}/u.test(line));
    return line.length <= 80 && /^[A-Z][A-Z &/]{2,}:?$/.test(line) && line.includes(' ');
  }

  /** A dash that a wrapped sentence goes on with. */
  private isDashInside(at: number): boolean {
    const above = this.lines[at - 1] ?? '';
    return (
      /^\s*–/.test(this.lines[at] ?? '') &&
      this.kinds[at - 1] !== 'marked' &&
      /[^\s.:;!?]\s*$/.test(above.slice(-10))
    );
  }

  private addHeading(line: string) {
    const text = line.trim();
    this.addBlank();
    this.out.push(this.shown(STEP.test(text) ? `### ${text}` : `## ${text.replace(/\s*:$/, '')}`), '');
    this.items = [];
  }

  private addEntry(line: string) {
    const [mark = '', indent = '', , bullet, parenthesis, number, end] = ENTRY.exec(line) ?? [];
    const isBracketed = parenthesis === '(' || end === '.)';
    const given = indent.replaceAll('\t', '    ').length;
    while ((this.items.at(-1)?.given ?? -1) >= given) this.items.pop();
    const sign = bullet ? '-' : isBracketed ? `${number}.` : number ? `${number}${end}` : mark.trim();
    const column = this.isDocument ? given : (this.items.at(-1)?.column ?? 0);
    const rest = line.slice(mark.length);
    this.items.push({ given, column: column + sign.length + 1 });
    this.hasCode = false;
    const isChanged = bullet !== undefined || isBracketed;
    if (this.isDocument) this.out.push(isChanged ? `${indent}${sign} ${rest}` : line);
    else this.out.push(`${' '.repeat(column)}${sign} ${this.shown(rest)}`);
  }

  private addText(line: string, at: number) {
    const isBelow = this.kinds[at - 1] !== 'blank' || /^(?: {2}|\t)/.test(line);
    if (!isBelow) this.items = [];
    const column = this.items.at(-1)?.column ?? 0;
    if (this.isDocument) {
      // A fence ended the item's paragraph, so this line needs the indent to stay in the item.
      this.out.push(this.hasCode && column > 0 && !/^\s/.test(line) ? ' '.repeat(column) + line : line);
      return;
    }
    const above = this.out.at(-1) ?? '';
    const isParagraph = above.trim() !== '' && !/^\s*(?:```|#{1,6} )/.test(above);
    if (isParagraph && isUnderline(line)) this.out.push('');
    else if (isParagraph && !isBroken(this.lines[at - 1] ?? '', line))
      this.out[this.out.length - 1] = `${above.trimEnd()}  `;
    this.out.push(' '.repeat(column) + this.shown(line.trim()));
  }

  private addTable({ from, to }: Block) {
    const row = (line: string) =>
      `| ${line
        .split('\t')
        .map((cell) =>
          cell
            .split(CELL_LINE)
            .map((part) => this.shown(part.trim()).replaceAll('|', '\\|'))
            .join('<br>'),
        )
        .join(' | ')} |`;
    const [head = '', ...rest] = this.lines.slice(from, to);
    this.addBlank();
    this.out.push(row(head), `|${' --- |'.repeat(head.split('\t').length)}`);
    for (const line of rest) this.out.push(row(line));
    this.out.push('');
    this.items = [];
  }

  private addCode({ from, to, language }: Block) {
    const code = this.lines.slice(from, to);
    if (!this.isInEntry(from, to)) this.items = [];
    const pad = ' '.repeat(this.items.at(-1)?.column ?? 0);
    const indents = code
      .filter((line) => line.trim() !== '')
      .map((line) => line.length - line.trimStart().length);
    const least = indents.reduce((one, other) => Math.min(one, other), Infinity);
    const marks = code.flatMap((line) => line.match(/`{3,}/g) ?? []);
    const fence = marks.reduce(
      (longest, mark) => (mark.length < longest.length ? longest : `${mark}\``),
      '```',
    );
    this.out.push(`${pad}${fence}${language}`);
    for (const line of code) this.out.push(line.trim() === '' ? '' : pad + line.slice(least));
    this.out.push(pad + fence);
    this.hasCode = true;
  }

  /** Code belongs to the item above. After a blank line it does so only when it is indented or the list continues. */
  private isInEntry(from: number, to: number): boolean {
    if (this.items.length === 0 || this.kinds[from - 1] !== 'blank') return true;
    let next = to;
    while (this.kinds[next] === 'blank') next++;
    return /^(?: {2}|\t)/.test(this.lines[from] ?? '') || ENTRY.test(this.lines[next] ?? '');
  }

  private shown(line: string): string {
    if (this.isDocument) return line;
    if (!this.hasFences) return literalLine(line);
    const parts = line.split(/(`[^`]+`)/);
    return parts.map((part, n) => (n % 2 === 1 ? part : literalLine(part))).join('');
  }
}

const hasHtml = (line: string): boolean =>
  new HtmlReader(line).parts(line).some(({ kind }) => kind === 'opening' || kind === 'closing');

const STEP = new RegExp(String.raw`${STEP_NUMBER}\b[ \t]*[:.–-][ \t]*\S`, 'i');
/** Wrapped by an editor, not by its author. */
const isBroken = (line: string, next: string): boolean =>
  line.length >= MARGIN && !/[.!?:;]\s*$/.test(line.slice(-10)) && /^\s*[\p{L}(]/u.test(next);

/** Below a paragraph it would create a heading. */
const isUnderline = (line: string): boolean => /^\s*(?:-+|=+)\s*$/.test(line);

/** The visible line, without escapes. */
const withoutStrokes = (line: string): string =>
  line.includes('\\') && kindOf(line) !== 'prompt' ? line.replace(/\\([!-/:-@[-`{-~])/g, '$1') : line;

type Reading = { isFree: boolean[]; hasHeadings: boolean };

/** Only paragraphs of a document may change, including those in lists. */
function readMarkdown(lines: string[]): Reading {
  const isFree = lines.map((line) => line.trim() === '');
  const { blocks } = parse(lines.join('\n'));
  for (const block of blocks) {
    const { kind, quotes, from, to } = block;
    if (kind === 'paragraph') isFree.fill(quotes === 0, from, to);
    if (isCode(block) || kind === 'html') isFree.fill(false, from, to);
  }
  isFree.fill(false, 0, frontMatterLength(lines));
  return { isFree, hasHeadings: blocks.some(({ kind }) => kind === 'heading') };
}

/**
 * Escapes a plain line, so that markdown shows every character: `\\server`, `__init__`, `2*3`, `&nbsp;`, `<name>`.
 * Escapes only where needed. Headings and quotations keep their mark; repeated spaces are shown as one.
 */
function literalLine(line: string): string {
  const [mark = ''] = /^(?:#{1,6}\s+|(?:>\s?){1,20})/.exec(line) ?? [];
  const text = line
    .slice(mark.length)
    .replace(/\t+/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    // Links, references and footnotes.
    .replace(/\](?=[(:])/g, '\\]')
    .replace(/^(?:[-+=](?=\s*$|[-+=]+\s*$)|#(?=\s*$))/, '\\$&');
  return mark + (text.includes('<') ? text.split(' ').map(withoutLink).join(' ') : text);
}

/** Automatic linking would end the address at the bracket. */
const withoutLink = (word: string): string =>
  word.includes('<') ? word.replace(/(https?)(?=:\/\/)|(www)(?=\.)/gi, '$&\\') : word;

/** Number of front matter lines of a document: fields between two rules at its start. */
export function frontMatterLength(lines: string[]): number {
  if (lines[0] !== '---' || !/^[\w-]{1,80}:/.test(lines[1] ?? '')) return 0;
  return lines.slice(0, 100).indexOf('---', 1) + 1;
}
