/** Parses markdown into headings with text, for documents edited in a form. Unknown content stays verbatim in its place. */

/** A heading with everything below it. */
export type Part = { heading: string; body: string; raw: string };

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/;

/** For each line, whether it belongs to a code block, including its fences. */
export function codeLines(lines: string[]): { isCode: boolean[]; opener: number | undefined } {
  const isCode: boolean[] = [];
  let open: { mark: string; line: number } | undefined;
  for (const [number, line] of lines.entries()) {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    isCode.push(open !== undefined || (mark !== '' && opens(mark, info)));
    if (!open && mark && opens(mark, info)) open = { mark, line: number };
    else if (open && mark.startsWith(open.mark) && info.trim() === '') open = undefined;
  }
  return { isCode, opener: open?.line };
}

/** Backticks followed by more backticks on the same line are inline code. */
const opens = (mark: string, info: string): boolean => mark.startsWith('~') || !info.includes('`');

/** The text before the first heading of at most this level, and each such heading with its content. */
export function splitAtHeadings(markdown: string, level: number): { intro: string; parts: Part[] } {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n');
  const { isCode } = codeLines(lines);
  const heading = new RegExp(`^#{1,${level}}[ \\t]+([^\n]*)$|^#{1,${level}}$`);
  const starts = lines.flatMap((line, number) => (!isCode[number] && heading.test(line) ? [number] : []));
  const parts = starts.map((start, index) => {
    const block = lines.slice(start, starts[index + 1]);
    const [first = '', ...rest] = block;
    const own = new RegExp(`^#{${level}}(?:[ \\t]+([^\n]*))?$`).exec(first);
    // A heading of a higher level matches no section of a form.
    const name = own ? (own[1] ?? '').trim() : '';
    return { heading: name, body: rest.join('\n'), raw: withoutOuterBlankLines(block.join('\n')) };
  });
  return { intro: withoutOuterBlankLines(lines.slice(0, starts[0]).join('\n')), parts };
}

/** Lines end only at \n. Patterns must not use the dot, which also stops at Unicode separators. */
export const withoutOuterBlankLines = (text: string): string =>
  text
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .replace(/(?:\n[^\S\n]*)+$/, '')
    .replace(/^[^\S\n]+$/, '');

/**
 * Escapes field text for use below a heading of this level: a line that would start a heading of that level or higher,
 * or an unclosed code block, gets a backslash, which readers do not see.
 */
export function asBody(text: string, level: number): string {
  const lines = withoutOuterBlankLines(text).split('\n');
  for (;;) {
    const { isCode, opener } = codeLines(lines);
    if (opener === undefined)
      return lines.map((line, n) => (isCode[n] ? line : escaped(line, level))).join('\n');
    lines[opener] = lines[opener]?.replace(/^ {0,3}/, '$&\u0000') ?? '';
  }
}

const escaped = (line: string, level: number): string =>
  line
    .replace(/^( {0,3})(?=\\+(?:`{3}|~{3}))/, '$1\\')
    .replace('\u0000', '\\')
    .replace(new RegExp(`^(?=\\\\*#{1,${level}}(?:\\s|$))`), '\\');

/** Reverses the escaping of a field's text. */
export function fromBody(body: string, level: number): string {
  const lines = withoutOuterBlankLines(body).split('\n');
  const { isCode } = codeLines(lines);
  const heading = new RegExp(`^\\\\(?=\\\\*#{1,${level}}(?:\\s|$))`);
  return lines
    .map((line, n) =>
      isCode[n] ? line : line.replace(/^( {0,3})\\(?=\\*(?:`{3}|~{3}))/, '$1').replace(heading, ''),
    )
    .join('\n');
}

/** Closes an unfinished code block of kept text, so that nothing after it becomes code. */
export function closed(text: string): string {
  const lines = text.split('\n');
  const { opener } = codeLines(lines);
  if (opener === undefined) return text;
  return `${text}\n${FENCE.exec(lines[opener] ?? '')?.[1] ?? ''}`;
}

const ITEM = /^(?:[-*+]|\d+[.)])(?:[ \t]+([^\n]*))?$/;

/** Items of a list with one-line items; undefined for anything else. */
export function readList(body: string): string[] | undefined {
  const items: string[] = [];
  for (const line of body.split('\n')) {
    if (line.trim() === '') continue;
    const item = ITEM.exec(line);
    if (!item) return undefined;
    if (item[1]?.trim()) items.push(item[1].trim());
  }
  return items;
}

/** Non-blank items, one per line, each starting with `mark`. */
export const writeList = (items: string[], mark: (number: number) => string = () => '- '): string =>
  items
    .map(oneLine)
    .filter(Boolean)
    .map((item, index) => mark(index + 1) + item)
    .join('\n');

export const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

/** Lists in forms keep one empty item for typing. */
export const orOneEmpty = (items: string[]): string[] => (items.length > 0 ? items : ['']);
