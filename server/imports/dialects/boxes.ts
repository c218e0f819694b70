import { isCode } from '../../text/markdown/code.ts';
import type { Block, Markdown } from '../../text/markdown/parse.ts';
import { fencedCode } from './fenced-code.ts';
import { DEFINITION, type BoxRow, type Found, type Frame } from './box-rows.ts';
import { indentOf, withoutIndent, withoutOuterBlanks } from './indents.ts';
import { changedLine } from './lines.ts';
import type { Product } from './words.ts';

/** A box in the lines of a page. `to` is the line after it. */
type Box = { row: BoxRow; found: Found; from: number; to: number };

/** Deeper boxes stay text. */
const DEEPEST = 20;

/**
 * Writes the boxes of a page, and what its lines and blocks of code have beside markdown, as plain markdown. `source` is the page or
 * its text with other words in the same lines.
 */
export function writtenBlocks(
  source: string,
  { blocks }: Markdown,
  rows: BoxRow[],
  products: Product[],
): string {
  const lines = source.split('\n');
  return new Writer(lines, blocks, boxesIn(lines, blocks, rows), products).result();
}

/** Boxes by their first line. One that is not closed within the box around it is text. */
function boxesIn(lines: string[], blocks: Block[], rows: BoxRow[]): Map<number, Box> {
  const boxes = new Map<number, Box>();
  /** Marked boxes that are open, within each box of indented lines. */
  const around: { to: number; open: Box[] }[] = [{ to: Infinity, open: [] }];
  for (const { shape, from, to } of blocks) {
    if (!shape) continue;
    while ((around.at(-1)?.to ?? 0) <= from) around.pop();
    const open = around.at(-1)?.open ?? [];
    const line = (lines[from] ?? '').trimStart();
    const above = open.at(-1);
    const closing = above?.row.closing?.exec(line);
    if (above && closing && (above.row.closes?.(above.found, closing.groups ?? {}) ?? true)) {
      boxes.set(above.from, { ...above, to });
      open.pop();
      continue;
    }
    const row = rows.find(({ opening }) => opening === shape.opening);
    const box = row && { row, found: row.opening.exec(line)?.groups ?? {}, from, to };
    if (box?.row.closing) open.push(box);
    else if (box) {
      boxes.set(from, box);
      around.push({ to, open: [] });
    }
  }
  return boxes;
}

class Writer {
  private readonly lines: string[];
  private readonly boxes: Map<number, Box>;
  private readonly code: Map<number, Block>;
  private readonly products: Product[];

  constructor(lines: string[], blocks: Block[], boxes: Map<number, Box>, products: Product[]) {
    this.lines = lines;
    this.boxes = boxes;
    this.code = new Map(blocks.filter(isOpaque).map((block) => [block.from, block]));
    this.products = products;
  }

  result(): string {
    return this.written(0, this.lines.length, 0).join('\n');
  }

  private written(from: number, to: number, depth: number): string[] {
    const out: string[] = [];
    for (let at = from; at < to;) {
      const [code, box] = [this.code.get(at), this.boxes.get(at)];
      if (box && box.to <= to && depth <= DEEPEST) {
        at = box.row === DEFINITION ? this.addDefinitions(out, at, depth) : this.addBox(out, box, depth);
        // Text directly below would belong to the box.
        if (at < to && this.lines[at]?.trim()) out.push('');
      } else if (code) {
        const lines = this.lines.slice(at, Math.min(code.to, to));
        for (const line of fencedCode(lines, code, depth > 0)) out.push(line);
        at += lines.length;
      } else
        at = changedLine(
          { lines: this.lines, at, endOfText: () => this.endOfText(at, to), out },
          this.products,
        );
    }
    return out;
  }

  /** The next line that is blank, or where a box or code begins. */
  private endOfText(at: number, to: number): number {
    let end = at + 1;
    while (end < to && this.lines[end]?.trim() && !this.code.has(end) && !this.boxes.has(end)) end++;
    return end;
  }

  private addBox(out: string[], { row, found, from, to }: Box, depth: number): number {
    const indent = indentOf(this.lines[from] ?? '');
    const last = row.closing ? to - 1 : to;
    const inside = this.lines.slice(from + 1, last).map((line) => withoutIndent(line, indent));
    const { code, skipped = 0, ...frame } = row.becomes(found, inside);
    const first = from + 1 + skipped;
    const most = row.closing ? indent : Math.min(this.indentBelow(first, last), indent + 4);
    const body =
      code === undefined
        ? this.written(first, last, depth + 1).map((line) => withoutIndent(line, most))
        : [`\`\`\`${code}`, ...inside, '```'];
    pushFrame(out, frame, body, indent);
    return to;
  }

  /** A term with lines `: text` below it becomes a list item. */
  private addDefinitions(out: string[], from: number, depth: number): number {
    while (out.at(-1)?.trim() === '') out.pop();
    const term = out.pop() ?? '';
    const body: string[] = [];
    let [at, box] = [from, this.boxes.get(from)];
    while (box?.row === DEFINITION) {
      const most = Math.min(this.indentBelow(at + 1, box.to), indentOf(term) + 4);
      const below = this.written(at + 1, box.to, depth + 1).map((line) => withoutIndent(line, most));
      body.push('', (this.lines[at] ?? '').trimStart().replace(DEFINITION.opening, ''), ...below);
      from = box.to;
      at = this.lines[from]?.trim() === '' ? from + 1 : from;
      box = this.boxes.get(at);
    }
    pushFrame(out, { head: [`- ${term.trim()}`], prefix: '  ', tail: [] }, body, indentOf(term));
    return from;
  }

  private indentBelow(from: number, to: number): number {
    return indentOf(this.lines.slice(from, to).find((line) => line.trim() !== '') ?? '');
  }
}

/** Code, and HTML whose text is not markdown. */
const isOpaque = (block: Block): boolean =>
  isCode(block) ||
  (block.kind === 'html' && /^<(?:pre|script|style|textarea|!--)/i.test(block.text.trimStart()));

function pushFrame(out: string[], { head, prefix, tail }: Frame, body: string[], indent: number): void {
  // Without a blank line the box would belong to the paragraph above.
  if (out.at(-1)?.trim()) out.push('');
  const inside = withoutOuterBlanks(body);
  if (head.length > 0 && inside.length > 0) inside.unshift('');
  const all = [...head, ...inside.map((line) => prefix + line), ...(tail.length > 0 ? ['', ...tail] : [])];
  for (const line of all) out.push((' '.repeat(indent) + line).trimEnd());
}
