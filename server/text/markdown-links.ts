import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { withinTime } from '../time-limit.ts';

/** A list in a list takes two levels. At the deepest level markdown-it takes all that follows as a part of the innermost list. */
const markdown = new MarkdownIt({ html: true, maxNesting: 300 });
const LINE_END = /\r\n?|\n/g;

/** A line inside a hundred lists and quotes. What follows is read as text. */
const TOO_DEEP = /^((?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){100})(.+)$/gm;
const notTooDeep = (source: string): string =>
  source.replace(TOO_DEEP, (_, marks: string, rest: string) => marks + 'x'.repeat(rest.length));

/** A paragraph, list, table, fence or other block at the top level of a markdown text, with its place in the text. */
type TopBlock = { start: number; text: string };

/**
 * Cuts a markdown text into its top-level blocks. Nothing is lost: the texts of all blocks together are the source. Each
 * block can be parsed alone, apart from references, which name definitions in other blocks.
 */
function topBlocksOf(source: string): TopBlock[] {
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

/** An address and its position in the source. The source may contain escapes that `target` does not. */
export type Address = { start: number; end: number; target: string };

/** Start and end of a part of the source. */
export type Span = { start: number; end: number };

/** A page without any of these contains no address. Most pages are like that. */
const HINTS = /\]\(|\]:|\b(?:src|href)\s*=/i;

/** Syntax that is neither link nor code. */
const NO_LINKS = ['attention', 'strikethrough', 'gfmPotentialFootnoteCall'];

/**
 * Milliseconds for all blocks of a text, and for one of them. A megabyte of links takes one second. micromark takes minutes for
 * some texts that consist of marks; their links stay unread.
 */
const MOST_TIME = { text: 1_500, block: 1_000 };

/** A block of fewer characters is read in milliseconds, whatever it holds. */
const SHORT = 2_000;

/** Hugo's reference to another page: [text]({{< ref "./other.md" >}}). */
const SHORTCODE = /\]\((\{\{[<%]\s*(?:rel)?ref\s+"([^"]+)"\s*[>%]\}\})\)/g;

const ATTRIBUTE = /(?<=\s)(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/dgi;

/**
 * Replaces addresses of a markdown text. `change` receives each target as written and returns the new address, or
 * undefined to keep it. Everything else, including code, stays unchanged.
 */
export const changeLinks = (source: string, change: (target: string) => string | undefined): string =>
  changeAddresses(source, addressesIn(source), ({ target }) => change(target));

/** The same for already parsed addresses. */
export function changeAddresses(
  source: string,
  addresses: Address[],
  change: (address: Address) => string | undefined,
): string {
  let changed = source;
  for (const found of addresses.toSorted((a, b) => b.start - a.start)) {
    const address = change(found);
    if (address !== undefined) changed = changed.slice(0, found.start) + address + changed.slice(found.end);
  }
  return changed;
}

/** All distinct addresses of a text. */
export const linksIn = (source: string): string[] => [
  ...new Set(addressesIn(source).map(({ target }) => target)),
];

/** Code blocks and inline code in order. */
export const placesOfCode = (source: string): Span[] => read(source, /[`~]|^(?: {4}|\t)/m).code;

/** All addresses of a text with their positions. */
export function addressesIn(source: string): Address[] {
  if (!HINTS.test(source)) return [];
  const { places, code } = read(source, HINTS);
  const inCode = (at: number) => code.some(({ start, end }) => at >= start && at < end);
  return [...places, ...shortcodesIn(source).filter(({ start }) => !inCode(start))];
}

type Found = { places: Address[]; code: Span[] };

/** Reads the blocks that hold what `hints` finds, as far as the time reaches. */
function read(source: string, hints: RegExp): Found {
  if (!hints.test(source)) return { places: [], code: [] };
  const end = performance.now() + MOST_TIME.text;
  const blocks = withinTime(MOST_TIME.text, () => topBlocksOf(source)) ?? [];
  const found: Found[] = [];
  for (const { start, text } of blocks) {
    if (!hints.test(text)) continue;
    const time = Math.min(MOST_TIME.block, end - performance.now());
    if (time <= 0) break;
    const block =
      text.length < SHORT ? readBlock(text, start) : withinTime(time, () => readBlock(text, start));
    if (block) found.push(block);
  }
  return { places: found.flatMap(({ places }) => places), code: found.flatMap(({ code }) => code) };
}

function readBlock(source: string, offset: number): Found {
  const places: Address[] = [];
  const code: Span[] = [];
  const events = postprocess(
    parse({ extensions: [gfm(), { disable: { null: NO_LINKS } }] })
      .document()
      .write(preprocess()(source, undefined, true)),
  );
  for (const [when, token] of events) {
    if (when !== 'enter') continue;
    const text = source.slice(token.start.offset, token.end.offset);
    const start = offset + token.start.offset;
    const end = offset + token.end.offset;
    if (token.type === 'resourceDestinationString' || token.type === 'definitionDestinationString') {
      places.push({ start, end, target: unescaped(text) });
    } else if (token.type === 'htmlText' || token.type === 'htmlFlow') {
      for (const address of attributesIn(text, start)) places.push(address);
    } else if (token.type === 'codeText' || token.type === 'codeFenced' || token.type === 'codeIndented') {
      code.push({ start, end });
    }
  }
  return { places, code };
}

/** Addresses contain no other character reference. */
const withAmpersands = (text: string): string => text.replaceAll('&amp;', '&');

const unescaped = (text: string): string => withAmpersands(text.replace(/\\([!-/:-@[-`{-~])/g, '$1'));

const attributesIn = (html: string, offset: number): Address[] =>
  [...html.matchAll(ATTRIBUTE)].map((match) => {
    const [start, end] = match.indices?.slice(1).find(Boolean) ?? [0, 0];
    return { start: offset + start, end: offset + end, target: withAmpersands(html.slice(start, end)) };
  });

const shortcodesIn = (source: string): Address[] =>
  [...source.matchAll(SHORTCODE)].map((match) => {
    const start = match.index + 2;
    return { start, end: start + (match[1] ?? '').length, target: match[2] ?? '' };
  });
