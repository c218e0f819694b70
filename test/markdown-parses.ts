import MarkdownIt, { type ParserBlock } from 'markdown-it';
import { vi } from 'vitest';

/** Counts how often texts of at least this many characters are parsed as markdown, until `end` is called. */
export function countParses(least: number): { end: () => number } {
  const prototype = Object.getPrototypeOf(new MarkdownIt().block) as ParserBlock;
  const spy = vi.spyOn(prototype, 'parse');
  return {
    end: () => {
      const parsed = spy.mock.calls.filter(([source]) => source.length >= least);
      spy.mockRestore();
      return parsed.length;
    },
  };
}
