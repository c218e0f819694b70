import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';

/** A list in a list takes two levels. At the deepest level markdown-it takes all that follows as a part of the innermost list. */
const markdown = new MarkdownIt({ html: true, maxNesting: 300 });
const LINE_END = /\r\n?|\n/g;

/** A line inside a hundred lists and quotes. What follows is read as text. */
const TOO_DEEP = /^((?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){100})(.+)$/gm;
const notTooDeep = (source: string): string =>
  source.replace(TOO_DEEP, (_, marks: string, rest: string) => marks + 'x'.repeat(rest.length));

/** A paragraph, list, table, fence or other block at the top level of a markdown text, with its place in the text. */
export type TopBlock = { start: number; text: string };

/**
 * Cuts a markdown text into its top-level blocks. Nothing is lost: the texts of all blocks together are the source. Each
 * block can be parsed alone, apart from references, which name definitions in other blocks.
 */
export function topBlocksOf(source: string): TopBlock[] {
  const lineStarts = [0, ...[...source.matchAll(LINE_END)].map(({ index, 0: end }) => index + end.length)];
  const starts = new Set([0]);
  for (const { level, map } of blockTokens(source)) {
    const start = level === 0 && map ? lineStarts[map[0]] : undefined;
    // Footnotes are unknown here. Their further paragraphs are indented and belong to the block before.
    if (start !== undefined && !/[ \t]/.test(source.charAt(start))) starts.add(start);
  }
  const cuts = [...starts];
  return cuts.map((start, n) => ({ start, text: source.slice(start, cuts[n + 1]) }));
}

function blockTokens(source: string): Token[] {
  const tokens: Token[] = [];
  markdown.block.parse(
    notTooDeep(source.replace(LINE_END, '\n').replaceAll('\0', '\ufffd')),
    markdown,
    {},
    tokens,
  );
  return tokens;
}
