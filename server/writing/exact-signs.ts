import { commandLanguage } from './code/commands.ts';
import { codeRegions } from './code/code-regions.ts';
import { fencedLines } from './code/fences.ts';
import { promptLanguage, withoutPrompt } from './code/line-forms.ts';

/** What must stand letter for letter: paths, addresses, options, and lines of code. */

/** One blank for many, and no strokes that only keep a sign from being markdown. */
export const evened = (text: string): string =>
  text.replace(/\\(?=[^\w\s\\])/g, '').replace(/\\+/g, '\\').replace(/\s+/g, ' ').trim(); // prettier-ignore

const isSign = (chunk: string): boolean =>
  /:\/\/|^\/\/?\w|^~\/|\\\w|^[A-Za-z]:[\\/]|\S@\S+\.\S|^--?[A-Za-z]|^%\w+%$|^\$[A-Za-z_]|^javascript:|^data:/i.test(chunk) ||
  /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?::\d+)?(?:\/\S*)?$/u.test(chunk) ||
  (chunk.includes('/') && (/\d/.test(chunk) || chunk.split('/').length > 2)); // prettier-ignore

/** Paths, addresses, names of files and hosts, options and variables of a text. */
export function signsIn(text: string): Set<string> {
  const signs = new Set<string>();
  for (const chunk of evened(text).split(/\s|\]\(|<\/?|[()[\]>|"'`,;*“”‘’]+/)) {
    if (/^[A-Z]:$/.test(chunk)) signs.add(chunk);
    const bare = chunk.replace(/[.:!?]+$/, '').replace(/^[:=]+/, '');
    if (isSign(bare)) signs.add(bare);
  }
  return signs;
}

const SPAN = /(?<![`\\])`([^`\n]{1,1000})`(?!`)/g;

const FENCE = /^\s*(?:[-*+]|\d{1,3}[.)])?\s*(?:`{3,}|~{3,})/;

/** The lines of marked code and what stands in backticks. */
function markedCode(text: string): string[] {
  const lines = text.split('\n');
  const isFenced = fencedLines(lines);
  const blocks = lines.filter((line, n) => isFenced[n] && !FENCE.test(line));
  const prose = lines.filter((_, n) => !isFenced[n]).join('\n');
  return [...blocks, ...[...prose.matchAll(SPAN)].map(([, code = '']) => code)];
}

const asTyped = (line: string): string =>
  evened(promptLanguage(line) && withoutPrompt(line) !== '' ? withoutPrompt(line) : line);

/** The lines of code of a text, marked or not, as they were typed. */
export function codeIn(text: string): string[] {
  const lines = text.split('\n');
  const found = codeRegions(lines).flatMap(({ from, to }) => lines.slice(from, to));
  return [...markedCode(text), ...found].map(asTyped).filter((line) => line !== '');
}

/** What somebody could type who reads it: marked code, and commands of lines and sentences. */
export function typedIn(text: string): string[] {
  const commands = text
    .split(/\n|(?<=[.!?:;])\s+/)
    .map((part) => part.replace(/^\s*(?:[-*+]|\d{1,3}[.)])?\s*(?:(?:then|now|and|next|finally|please),? )*(?:run|execute|type|enter|issue)?:? ?/i, '').replace(/[.!;]$/, ''))
    .filter((part) => commandLanguage(part) || promptLanguage(part));
  return [...markedCode(text), ...commands].map(asTyped).filter((line) => line !== '');
} // prettier-ignore

/** Pictures, and what links lead to. */
export const targetsIn = (text: string): string[] =>
  [...text.matchAll(/!\[|<(?:img|iframe|video|audio|embed|object)\b|\]\(\s*<?([^\s)>]{1,2000})|^\s*\[[^\]\n]{1,200}\]:\s*(\S{1,2000})/gim)]
    .map(([whole, target, reference]) => target ?? reference ?? whole)
    .filter((target) => !target.startsWith('#')); // prettier-ignore
