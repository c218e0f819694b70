import { HeadingIds, slugOf } from '../../../contract/shared/heading-id.ts';
import { codeLines } from '../../../contract/shared/outline.ts';

/** A heading as it is written: the number of its line from 0, and its anchor on the page to read. */
export type HeadingLine = { line: number; id: string };

const ATX = /^ {0,3}#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** Lines of lists, quotations and tables are no text that an underline makes a heading. */
const NO_TEXT = /^\s*(?:[-*+>|#]|\d+[.)]\s)|^\s*$/;

/** The headings of a markdown text, without those in lists and quotations. */
export function headingLines(text: string): HeadingLine[] {
  const lines = text.split('\n');
  const { isCode } = codeLines(lines);
  const ids = new HeadingIds();
  return lines.flatMap((line, number) => {
    if (isCode[number]) return [];
    const isUnderlined = !NO_TEXT.test(line) && UNDERLINE.test(lines[number + 1] ?? '');
    const words = isUnderlined ? line : ATX.exec(line)?.[1];
    return words === undefined ? [] : [{ line: number, id: ids.give(slugOf(shownWords(words))) }];
  });
}

/** The words of a line without its markup. */
const shownWords = (line: string): string =>
  line
    .replace(/!?\[((?:\\.|[^\]\\])*)\](?:\([^)]*\)|\[[^\]]*\])?/g, (whole, words: string) =>
      whole.startsWith('!') ? '' : words,
    )
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/(`+)(.+?)\1|\*+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
