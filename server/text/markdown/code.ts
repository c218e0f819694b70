import type { Span } from './content.ts';
import type { Block, Markdown } from './parse.ts';

/** What of a text is code. */

export const isCode = ({ kind }: Block): boolean => kind === 'fence' || kind === 'indented';

/** A text without any of these has no code. */
const HINTS = /[`~\t]| {4}/;

/** Blocks of code and code in lines, in order. */
export function codeIn(page: Markdown): Span[] {
  if (!HINTS.test(page.source)) return [];
  return page.blocks.flatMap((block): Span[] => {
    if (isCode(block)) return [block];
    if (!page.source.slice(block.start, block.end).includes('`')) return [];
    return block.inlines.filter(({ kind }) => kind === 'code');
  });
}

/** Whether a part of the source overlaps one of these, which are in order and apart. */
export function overlaps(spans: Span[], { start, end }: Span): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.start ?? Infinity) < end;
}
