import { codeLines } from '../../../contract/outline.ts';
import { codeIn, overlaps } from '../../text/markdown/code.ts';
import { parse } from '../../text/markdown/parse.ts';

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
    for (const line of isCode[start] ? run : change(run)) result.push(line);
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
  const code = codeIn(parse(markdown));
  return markdown.replaceAll(pattern, (...found: unknown[]) => {
    const at = found.findLast((value) => typeof value === 'number') as number;
    const words = found.filter((value) => typeof value === 'string' || value === undefined);
    const whole = String(words[0]);
    return overlaps(code, { start: at, end: at + whole.length })
      ? whole
      : change(...words.slice(0, -1).map((word) => String(word ?? '')));
  });
}
