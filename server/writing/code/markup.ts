import type { Detector } from './detector.ts';
import { onceFor } from './once-for.ts';

/** XML, HTML and what stands between braces or brackets: blocks that end where the last of them is closed. */

/** Lines that are looked at for the end of a block. */
const FAR = 2_000;
const EMPTY_TAGS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const TAG = /<(\/?)([A-Za-z][\w:.-]{0,80})((?:\s[^<>]{0,1000})?)(\/?)>/g;
const ATTRIBUTE = /^\s+[\w:.-]+\s*=\s*["']/;

/** A line that begins as markup does and no placeholder such as `<server name>`. */
function beginsMarkup(line: string, closes: (name: string) => boolean): boolean {
  const text = line.trimStart().slice(0, 1_000);
  if (/^<(?:\?xml|!DOCTYPE|!--|!\[CDATA\[)/i.test(text)) return true;
  const [whole, close, name = '', rest = '', isEmpty] = /^<(\/?)([A-Za-z][\w:.-]{0,80})(\s[^<>]*)?(\/?)(?:>|$)/.exec(text) ?? [];
  if (whole === undefined) return false;
  if (ATTRIBUTE.test(rest) || isEmpty || rest.endsWith('/')) return true;
  return rest.trim() === '' && (whole.endsWith('>') || ATTRIBUTE.test(rest)) && (close === '/' || closes(name));
} // prettier-ignore

/** How many tags a line leaves open; below 0 where it closes those of before. */
function depthOf(line: string): number {
  let depth = 0;
  for (const [, close, name = '', rest = '', isEmpty] of line.slice(0, 10_000).matchAll(TAG)) {
    if (isEmpty || rest.endsWith('/') || EMPTY_TAGS.has(name.toLowerCase())) continue;
    depth += close ? -1 : 1;
  }
  return depth;
}

/** The last line on which each element is closed. */
const closingLines = onceFor((lines) => {
  const last = new Map<string, number>();
  for (const [number, line] of lines.entries())
    for (const [, name = ''] of line.slice(0, 10_000).matchAll(/<\/([A-Za-z][\w:.-]{0,80})>/g)) last.set(name, number);
  return last;
}); // prettier-ignore
const depths = onceFor((lines) => lines.map(depthOf));
const endsOfTags = onceFor((lines) => endsOf(depths(lines)));
const endsOfBraces = onceFor((lines) => endsOf(lines.map(braceDepthOf)));

/** For each line, the one after that on which all is closed that it opens; undefined where that never comes. */
function endsOf(changes: number[]): (number | undefined)[] {
  const depthAt = [0];
  for (const change of changes) depthAt.push((depthAt.at(-1) ?? 0) + change);
  const ends: (number | undefined)[] = [];
  const open: number[] = [];
  for (const [at, depth] of depthAt.entries()) {
    while (open.length > 0 && depth <= (depthAt[open.at(-1) ?? 0] ?? 0)) ends[open.pop() ?? 0] = at;
    open.push(at);
  }
  return ends;
}

export const markup: Detector = (lines, from, isDocument) => {
  const first = lines[from] ?? '';
  if (!first.trimStart().startsWith('<')) return undefined;
  const closes = (name: string) => (closingLines(lines).get(name) ?? -1) >= from;
  if (isDocument?.(first) || !beginsMarkup(first, closes)) return undefined;
  const isHtml =
    /^\s*<(?:!DOCTYPE html|html|head|body|div|table|form|script|style|ul|p|a|span|img|link|meta)\b/i;
  const language = isHtml.test(first) ? 'html' : 'xml';
  if (endsOfTags(lines)[from] === undefined) return { to: endOfRun(lines, from), language };
  let depth = 0;
  let end = from;
  for (let at = from; at < Math.min(lines.length, from + FAR); at++) {
    const line = lines[at] ?? '';
    depth += depths(lines)[at] ?? 0;
    const isMarkup = line.trim() !== '' && (depth > 0 || /[<>]/.test(line) || isInTag(lines, at));
    if (depth <= 0 && !isMarkup && !/<!--|<[^>]*$/.test(lines[at - 1] ?? '')) break;
    if (line.trim() !== '') end = at + 1;
    if (depth <= 0 && />\s*$/.test(line) && !continues(lines, at + 1)) break;
  }
  return { to: depth > 0 ? endOfRun(lines, from) : end, language };
};

/** An attribute on a line of its own. */
const isInTag = (lines: string[], at: number): boolean => /^\s+[\w:.-]+\s*=\s*["']/.test(lines[at] ?? '');

/** More markup directly below, or after one blank line. */
const continues = (lines: string[], at: number): boolean => {
  const next = lines[at]?.trim() === '' ? lines[at + 1] : lines[at];
  return /^\s*<(?:[/?!]|[A-Za-z][\w:.-]*(?:\s+[\w:.-]+=|\s*\/?>.*[<>]|>$))/.test(next?.slice(0, 1_000) ?? '');
};

/** What is never closed ends with the lines that are tags, or stand further in. */
function endOfRun(lines: string[], from: number): number {
  let at = from;
  while (at < lines.length && /^(?:\s*<|\s+\S)/.test(lines[at] ?? '')) at++;
  return at;
}

const OPENERS: [RegExp, string][] = [
  [/^\s*(?:server|location|upstream|http|events|stream|map|geo)\b[^{}]*\{\s*$/, 'nginx'],
  [/^\s*(?:resource|variable|provider|module|data|output|terraform|locals)\b[^{}]*\{\s*$/, 'terraform'],
  [/^\s*(?:function [\w-]+|param|foreach|if|try|while|switch)\s*(?:\([^{}]*\))?\s*\{\s*$/i, 'powershell'],
  [/^\s*[\w.-]+(?: [\w".-]+)?(?: =)? \{\s*$/, 'text'],
];

/** Strings may hold braces that open nothing. */
function braceDepthOf(line: string): number {
  let depth = 0;
  for (const [sign] of line.slice(0, 10_000).matchAll(/"(?:[^"\\\n]|\\.){0,5000}"|[{}[\]]/g)) {
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
  }
  return depth;
}

/** JSON, and blocks of configuration in braces. */
export const braces: Detector = (lines, from) => {
  const first = (lines[from] ?? '').slice(0, 1_000);
  const isJson = /^\s*(?:\{|\[)\s*(?:$|["{[\d]|\})/.test(first) && !/^\s*\[[\w :.-]+\]/.test(first);
  const language = isJson ? 'json' : OPENERS.find(([opener]) => opener.test(first))?.[1];
  if (!language) return undefined;
  const to = endsOfBraces(lines)[from];
  return to !== undefined && (to > from + 1 || isJson) ? { to, language } : undefined;
};
