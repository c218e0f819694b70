import { codeLines } from '../../../contract/outline.ts';
import { replaceInText } from './outside-code.ts';

/**
 * A collapsible section of Outline between lines of plus signs becomes a box, which boxes.ts reads. Its title follows
 * the signs or is the first line inside. An outer section has more signs than those inside.
 */
export function withToggles(markdown: string): string {
  const lines = markdown.split('\n');
  const { isCode } = codeLines(lines);
  const open: { at: number; signs: string; title: string }[] = [];
  for (const [at, line] of lines.entries()) {
    const [, signs = '', title = ''] = /^(\+{3,})(?:[ \t]+(\S.*))?[ \t]*$/.exec(line) ?? [];
    if (!signs || isCode[at]) continue;
    const above = open.at(-1);
    if (!above || title || signs.length < above.signs.length) {
      open.push({ at, signs, title });
      continue;
    }
    open.pop();
    let first = above.title ? at : above.at + 1;
    while (lines[first]?.trim() === '') first++;
    const inside =
      first < at && !lines[first]?.startsWith(':::') ? lines[first]?.replace(/^#+[ \t]+/, '') : '';
    if (inside) lines[first] = '';
    lines[above.at] = `:::details ${above.title || inside}`.trimEnd();
    lines[at] = ':::';
  }
  return lines.join('\n');
}

/** `==marked==` */
export const withMarks = (markdown: string): string =>
  replaceInText(
    markdown,
    /(?<![=\\])==(?=\S)((?:(?!==)[^\n])+)(?<=\S)==(?!=)/g,
    (_, text = '') => `<mark>${text}</mark>`,
  );
