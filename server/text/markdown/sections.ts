import { fold } from '../../../contract/shared/fold.ts';
import { HeadingIds, slugOf } from '../../../contract/shared/heading-id.ts';
import { withoutNoImageMarks } from '../../../contract/shared/sized-image.ts';
import { isCode } from './code.ts';
import { parse, type Block, type Markdown } from './parse.ts';
import { plainText } from './reader-text.ts';

/** A heading with its anchor id on the page. */
export type Heading = { text: string; id: string; level: number };
export type SectionBlock = {
  kind: 'text' | 'code' | 'table';
  /** Lines of the source; for code, without fences and without the marks of lists and quotations around it. */
  lines: string[];
  /** The headings above the block, outermost first. Blocks of one section share the array. */
  path: Heading[];
};

/** Characters that are read per page. */
const READ = 100_000;
const LINE_ENDS = /\r\n?/g;

/** The headings of a page in order. Those within lists and quotations begin no section. */
function headingsIn({
  source,
  blocks,
}: Markdown): { text: string; level: number; block: Block; isTop: boolean }[] {
  return blocks
    .filter(({ kind }) => kind === 'heading')
    .map((block) => ({
      text: plainText(source.slice(block.start, block.end)),
      level: block.level,
      block,
      isTop: block.quotes + block.lists === 0,
    }));
}

/** Paragraphs, lists, tables and code blocks of a page in order. */
export function sectionBlocksOf(content: string): SectionBlock[] {
  const page = parse(withoutNoImageMarks(content.slice(0, READ)).replace(LINE_ENDS, '\n'));
  const lines = page.source.split('\n');
  const headings = new Map(headingsIn(page).map((heading) => [heading.block.from, heading]));
  const code = new Map(page.blocks.filter(isCode).map((block) => [block.from, block]));
  const rows = rowsOf(page, lines);
  const found: SectionBlock[] = [];
  const ids = new HeadingIds();
  let path: Heading[] = [];
  let open: SectionBlock | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [heading, block] = [headings.get(at), code.get(at)];
    const id = heading && ids.give(slugOf(heading.text));
    if (id !== undefined && heading?.isTop) {
      const { text, level } = heading;
      path = [...path.filter((above) => above.level < level), { text, id, level }];
      at = heading.block.to - 1;
    }
    if (block) {
      found.push({ kind: 'code', lines: block.text.trimEnd().split('\n'), path });
      at = block.to - 1;
    }
    if (heading?.isTop || block || line.trim() === '') {
      open = undefined;
      continue;
    }
    const kind = rows.has(at) ? 'table' : 'text';
    if (open?.kind !== kind) found.push((open = { kind, lines: [], path }));
    open.lines.push(line);
  }
  return found.filter(({ lines: own }) => own.some((line) => line.trim() !== ''));
}

/** The lines of tables. The one below the head has no cells. */
function rowsOf({ blocks }: Markdown, lines: string[]): Set<number> {
  const rows = new Set(blocks.filter(({ kind }) => kind === 'cell').map(({ from }) => from));
  for (const row of rows) if (/^[\s>|:-]*-[\s|:-]*$/.test(lines[row + 1] ?? '')) rows.add(row + 1);
  return rows;
}

export const headingsOf = (content: string): string[] =>
  headingsIn(parse(content))
    .filter(({ isTop }) => isTop)
    .map(({ text }) => text);

/** The first section with this heading, including the heading; undefined when there is none. */
export function sectionOf(content: string, heading: string): string | undefined {
  const page = parse(content.replace(LINE_ENDS, '\n'));
  const headings = headingsIn(page).filter(({ isTop }) => isTop);
  const first = headings.find(({ text }) => fold(text) === fold(plainText(heading)));
  if (!first) return undefined;
  const { from } = first.block;
  const next = headings.find(({ block, level }) => block.from > from && level <= first.level);
  return page.source.split('\n').slice(from, next?.block.from).join('\n');
}

/** Whether a page has a heading of level 1. */
export const hasTopHeading = (page: Markdown): boolean => page.blocks.some(isTitle);

const isTitle = ({ kind, level, quotes, lists }: Block): boolean =>
  kind === 'heading' && level === 1 && quotes + lists === 0;

/**
 * The title that a page gives itself: its heading of level 1, or else a heading above all of its text that has no other
 * heading of its level beside it. `## Prerequisites` between others is the name of a section.
 */
export function titleOf(page: Markdown): string | undefined {
  const title = page.blocks.find(isTitle) ?? headingAbove(page.blocks);
  return (title && plainText(page.source.slice(title.start, title.end).slice(0, LONGEST_TITLE))) || undefined;
}

/** Far beyond any title. */
const LONGEST_TITLE = 10_000;

function headingAbove(blocks: Block[]): Block | undefined {
  const first = blocks.find((block) => block.kind !== 'definition' && !isUnseen(block));
  const isAlone = blocks.every(
    (block) => block === first || block.kind !== 'heading' || block.level > (first?.level ?? 0),
  );
  return first?.kind === 'heading' && first.quotes + first.lists === 0 && isAlone ? first : undefined;
}

/** Comments and anchors. What is in a folded section is no title. */
const isUnseen = ({ kind, text }: Block): boolean =>
  kind === 'html' && !/<details\b/i.test(text) && plainText(text) === '';
