import { fold } from '../../contract/fold.ts';
import { HeadingIds, slugOf } from '../../contract/heading-id.ts';
import { codeLines } from '../../contract/outline.ts';
import { withoutNoImageMarks } from '../../contract/sized-image.ts';
import { plainText } from './reader-text.ts';

/** A heading with its anchor id on the page. */
export type Heading = { text: string; id: string; level: number };
export type Block = {
  kind: 'text' | 'code' | 'table';
  /** Source lines; for code, without the fences. */
  lines: string[];
  /** The headings above the block, outermost first. Blocks of one section share the array. */
  path: Heading[];
};

/** Characters that are read per page. */
const READ = 100_000;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const ROW = /^ {0,3}\|/;

/** Paragraphs, lists, tables and code blocks of a page in order. */
export function blocksOf(content: string): Block[] {
  const lines = linesOf(withoutNoImageMarks(content.slice(0, READ)));
  const { isCode } = codeLines(lines);
  const blocks: Block[] = [];
  const ids = new HeadingIds();
  let path: Heading[] = [];
  let open: Block | undefined;
  for (const [number, line] of lines.entries()) {
    const inCode = isCode[number] ?? false;
    const [, signs, title] = (inCode ? undefined : HEADING.exec(line)) ?? [];
    if (signs !== undefined && title !== undefined) {
      const text = plainText(title);
      const id = ids.give(slugOf(text));
      path = [...path.filter(({ level }) => level < signs.length), { text, id, level: signs.length }];
      open = undefined;
      continue;
    }
    if (!inCode && line.trim() === '') {
      open = undefined;
      continue;
    }
    const kind = inCode ? 'code' : ROW.test(line) ? 'table' : 'text';
    const isNewFence = inCode && FENCE.test(line) && (open?.kind !== 'code' || !isCode[number - 1]);
    if (open?.kind !== kind || isNewFence) blocks.push((open = { kind, lines: [], path }));
    open.lines.push(line);
  }
  return blocks.map(withoutFences).filter(({ lines: own }) => own.some((line) => line.trim() !== ''));
}

export const headingsOf = (content: string): string[] => headingLines(content).map(({ text }) => text);

/** The first section with this heading, including the heading; undefined when there is none. */
export function sectionOf(content: string, heading: string): string | undefined {
  const headings = headingLines(content);
  const first = headings.find(({ text }) => fold(text) === fold(plainText(heading)));
  if (!first) return undefined;
  const next = headings.find(({ line, level }) => line > first.line && level <= first.level);
  return linesOf(content).slice(first.line, next?.line).join('\n');
}

const linesOf = (content: string): string[] => content.replaceAll('\r\n', '\n').split('\n');

function headingLines(content: string): { text: string; level: number; line: number }[] {
  const lines = linesOf(content);
  const { isCode } = codeLines(lines);
  return lines.flatMap((text, line) => {
    const [, signs, title] = (isCode[line] ? undefined : HEADING.exec(text)) ?? [];
    return signs && title ? [{ text: plainText(title), level: signs.length, line }] : [];
  });
}

function withoutFences(block: Block): Block {
  if (block.kind !== 'code') return block;
  const last = block.lines.length - 1;
  const isFence = (line: string, at: number) => (at === 0 || at === last) && FENCE.test(line);
  return { ...block, lines: block.lines.filter((line, at) => !isFence(line, at)) };
}
