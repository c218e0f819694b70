import type { Span } from './content.ts';
import { codeIn, overlaps } from './code.ts';
import { edited } from './edits.ts';
import { parse, type Block, type Markdown } from './parse.ts';

/** An address and its place in the source. The source may contain escapes that `target` does not. */
export type Address = Span & { target: string };

/** A text without any of these contains no address. Most texts are like that. */
const HINTS = /\]\(|\]:|\b(?:src|href)\s*=/i;

/** Hugo's reference to another page: [text]({{< ref "./other.md" >}}). */
const SHORTCODE = /\]\((\{\{[<%]\s*(?:rel)?ref\s+"([^"]+)"\s*[>%]\}\})\)/g;

const ATTRIBUTE = /(?<=\s)(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/dgi;

/** Where a text links to, and what it shows: all addresses outside of code, in order. */
export function addressesIn(page: Markdown): Address[] {
  const { source } = page;
  if (!HINTS.test(source)) return [];
  const found = page.blocks.flatMap((block) => addressesOf(block, source));
  return [...found, ...shortcodesIn(page)].toSorted((one, other) => one.start - other.start);
}

/** All distinct addresses of a text. */
export const linksIn = (page: Markdown): string[] => [
  ...new Set(addressesIn(page).map(({ target }) => target)),
];

/**
 * Replaces addresses of a markdown text. `change` receives each target as written and returns the new address, or
 * undefined to keep it. Everything else, including code, stays unchanged.
 */
export function changeLinks(source: string, change: (target: string) => string | undefined): string {
  const edits = addressesIn(parse(source)).flatMap(({ target, ...span }) => {
    const text = change(target);
    return text === undefined ? [] : [{ ...span, text }];
  });
  return edited(source, edits);
}

function addressesOf(block: Block, source: string): Address[] {
  const { kind, start, end } = block;
  if (!HINTS.test(source.slice(start, end))) return [];
  if (kind === 'html') return attributesIn(source, block);
  return block.inlines.flatMap((inline): Address[] => {
    if (inline.kind === 'html') return attributesIn(source, inline);
    return inline.address ? [{ ...inline.address, target: withAmpersands(inline.target ?? '') }] : [];
  });
}

function attributesIn(source: string, { start: offset, end: last }: Span): Address[] {
  const html = source.slice(offset, last);
  return [...html.matchAll(ATTRIBUTE)].map((match) => {
    const [start, end] = match.indices?.slice(1).find(Boolean) ?? [0, 0];
    return { start: offset + start, end: offset + end, target: withAmpersands(html.slice(start, end)) };
  });
}

/** Addresses contain no other character reference. */
const withAmpersands = (text: string): string => text.replaceAll('&amp;', '&');

function shortcodesIn(page: Markdown): Address[] {
  const found = [...page.source.matchAll(SHORTCODE)].map((match) => {
    const start = match.index + 2;
    return { start, end: start + (match[1] ?? '').length, target: match[2] ?? '' };
  });
  if (found.length === 0) return [];
  const code = codeIn(page);
  return found.filter((span) => !overlaps(code, span));
}
