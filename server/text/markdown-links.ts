import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import { withoutOtherMarks } from './other-marks.ts';

/** An address in a page and where it stands in the source, in which it may have escapes that `target` has not. */
export type Address = { start: number; end: number; target: string };

/** Where a part of the source begins, and where it is over. */
export type Span = { start: number; end: number };

/** Pages without any of these hold no address, and most pages are like that. */
const HINTS = /\]\(|\]:|\b(?:src|href)\s*=/i;

/** What is neither link nor code, and takes the time of all pairs of its marks where they stand by the thousand. */
const NO_LINKS = ['attention', 'strikethrough', 'gfmPotentialFootnoteCall'];

/** A line that stands in a hundred lists and quotes: each of them takes the time of all before. What follows is text. */
const TOO_DEEP = /^((?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){100})(.+)$/gm;
const notTooDeep = (source: string): string =>
  source.replace(TOO_DEEP, (_, marks: string, rest: string) => marks + 'x'.repeat(rest.length));

/** Hugo's way to name another page: [text]({{< ref "./other.md" >}}). */
const SHORTCODE = /\]\((\{\{[<%]\s*(?:rel)?ref\s+"([^"]+)"\s*[>%]\}\})\)/g;

const ATTRIBUTE = /(?<=\s)(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/dgi;

/**
 * Replaces addresses of a markdown text: `change` gets each target as written and returns the new address, or undefined
 * to leave it as it is. Everything else stays to the letter; code is never touched.
 */
export const changeLinks = (source: string, change: (target: string) => string | undefined): string =>
  changeAddresses(source, addressesIn(source), ({ target }) => change(target));

/** The same for addresses that were found before. */
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

/** All addresses of a text, each once. */
export const linksIn = (source: string): string[] => [
  ...new Set(addressesIn(source).map(({ target }) => target)),
];

/** Blocks and pieces of code in a text, in its order. */
export const placesOfCode = (source: string): Span[] =>
  /[`~]|^(?: {4}|\t)/m.test(source) ? read(source).code : [];

/** All addresses of a text with their places. */
export function addressesIn(source: string): Address[] {
  if (!HINTS.test(source)) return [];
  const { places, code } = read(source);
  const inCode = (at: number) => code.some(({ start, end }) => at >= start && at < end);
  return [...places, ...shortcodesIn(source).filter(({ start }) => !inCode(start))];
}

function read(source: string): { places: Address[]; code: Span[] } {
  const places: Address[] = [];
  const code: Span[] = [];
  const events = postprocess(
    parse({ extensions: [gfm(), { disable: { null: NO_LINKS } }] })
      .document()
      .write(preprocess()(notTooDeep(withoutOtherMarks(source)), undefined, true)),
  );
  for (const [when, token] of events) {
    if (when !== 'enter') continue;
    const start = token.start.offset;
    const end = token.end.offset;
    const text = source.slice(start, end);
    if (token.type === 'resourceDestinationString' || token.type === 'definitionDestinationString') {
      places.push({ start, end, target: unescaped(text) });
    } else if (token.type === 'htmlText' || token.type === 'htmlFlow') {
      places.push(...attributesIn(text, start));
    } else if (token.type === 'codeText' || token.type === 'codeFenced' || token.type === 'codeIndented') {
      code.push({ start, end });
    }
  }
  return { places, code };
}

/** Of the character references only this one has a place in addresses. */
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
