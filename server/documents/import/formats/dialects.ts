import { codeLines } from '../../../../contract/outline.ts';
import { placesOfCode } from '../../../text/markdown-links.ts';
import { kindOfNote } from '../html/elements.ts';

/** Converts markdown extensions of other products to markdown or HTML that this product shows. */

/** Changes the lines outside of code blocks. */
export function withoutCode(markdown: string, change: (lines: string[]) => string[]): string {
  const lines = markdown.split('\n');
  const { isCode } = codeLines(lines);
  const result: string[] = [];
  let start = 0;
  while (start < lines.length) {
    let end = start;
    while (end < lines.length && isCode[end] === isCode[start]) end++;
    const run = lines.slice(start, end);
    result.push(...(isCode[start] ? run : change(run)));
    start = end;
  }
  return result.join('\n');
}

/** Replaces matches of a pattern outside of code. */
export function replaceInText(
  markdown: string,
  pattern: RegExp,
  change: (...found: string[]) => string,
): string {
  if (markdown.search(pattern) < 0) return markdown;
  const code = placesOfCode(markdown);
  return markdown.replaceAll(pattern, (...found: unknown[]) => {
    const at = found.findLast((value) => typeof value === 'number') as number;
    const words = found.filter((value) => typeof value === 'string' || value === undefined);
    const whole = String(words[0]);
    const isCode = code.some(({ start, end }) => at < end && at + whole.length > start);
    return isCode ? whole : change(...words.slice(0, -1).map((word) => String(word ?? '')));
  });
}

const headOf = (kind: string, title: string): string =>
  `**${kind}${title && title.toLowerCase() !== kind.toLowerCase() ? `: ${title}` : ''}**`;

/** `> [!warning] Title` of Obsidian and GitHub, collapsed (`-`) or not. */
export const withQuotedNotes = (markdown: string): string =>
  withoutCode(markdown, (lines) =>
    lines.flatMap((line, index) => {
      const [, quote = '', kind = '', title = ''] =
        /^((?:[ \t]*>)+)[ \t]*\[!([\w-]+)(?:\|[^\]]*)?\][+-]?[ \t]*(.*)$/.exec(line) ?? [];
      if (!kind) return [line];
      const head = `${quote} ${headOf(kindOfNote(kind), title.trim())}`;
      return lines[index + 1]?.trim().startsWith('>') ? [head, quote] : [head];
    }),
  );

/** `:::warning` up to `:::`, of Outline and Docmost. Without an end it stays text. */
export function withFencedNotes(markdown: string): string {
  const lines = markdown.split('\n');
  const { isCode } = codeLines(lines);
  const closers = new Map<number, number>();
  const open: number[] = [];
  for (const [number, line] of lines.entries()) {
    if (isCode[number]) continue;
    if (/^\s*:::+\s*\w/.test(line)) open.push(number);
    else if (/^\s*:::+\s*$/.test(line)) {
      const opener = open.pop();
      if (opener !== undefined) closers.set(opener, number);
    }
  }
  if (closers.size === 0) return markdown;
  const ends = new Set(closers.values());
  let quote = '';
  const result: string[] = [];
  for (const [number, line] of lines.entries()) {
    const isOpener = closers.has(number);
    if (ends.has(number)) quote = quote.slice(0, -2);
    // Blank lines around the quotation, so that adjacent text does not join it.
    if (isOpener || ends.has(number)) result.push(quote.trimEnd());
    if (isOpener) {
      const [, kind = '', title = ''] = /^\s*:::+\s*([\w-]+)[ \t]*(.*)$/.exec(line) ?? [];
      quote += '> ';
      result.push(quote + headOf(kindOfNote(kind), title.trim()), quote.trimEnd());
    } else if (!ends.has(number)) {
      result.push((quote + line).trimEnd() || line);
    }
  }
  return result.join('\n');
}

/** `+++ Title` up to `+++`, a collapsible section of Outline. */
export const withToggles = (markdown: string): string =>
  withoutCode(markdown, (lines) =>
    lines.flatMap((line) => {
      const [, title] = /^\+\+\+[ \t]+(\S.*)$/.exec(line) ?? [];
      if (title) return ['<details>', `<summary>${escaped(title)}</summary>`, ''];
      return /^\+\+\+[ \t]*$/.test(line) ? ['', '</details>', ''] : [line];
    }),
  );

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** `==marked==` */
export const withMarks = (markdown: string): string =>
  replaceInText(
    markdown,
    /(?<![=\\])==(?=\S)([^\n=]+?)(?<=\S)==(?!=)/g,
    (_, text = '') => `<mark>${text}</mark>`,
  );
