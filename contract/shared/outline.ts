/** Parses markdown into headings with text, for documents edited in a form. Unknown content stays verbatim in its place. */

/** A heading with everything below it. */
export type Part = { heading: string; body: string; raw: string };

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/;
const QUOTE = /^ {0,3}>[ \t]?/;
const ITEM_MARK = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,4}(?=\S)|[ \t]*$)/;

/** Columns that a beginning of a line takes. */
const widthOf = (text: string): number => text.replaceAll('\t', '    ').length;
const indentOf = (text: string): number => widthOf(/^[ \t]*/.exec(text)?.[0] ?? '');

function withoutIndent(line: string, most: number): string {
  let at = 0;
  for (let width = 0; width < most && /[ \t]/.test(line.charAt(at)); at++)
    width += line.charAt(at) === '\t' ? 4 : 1;
  return line.slice(at);
}

/** What is around a line, outermost first: a quotation, or a list item whose text is indented so far. */
type Around = '>' | number;

/** The text of a line within as many of these as it belongs to. */
function textWithin(line: string, around: Around[]): { text: string; depth: number } {
  let text = line;
  for (const [depth, one] of around.entries()) {
    const [mark] = one === '>' ? (QUOTE.exec(text) ?? []) : [];
    const isInside = one === '>' ? mark !== undefined : text.trim() === '' || indentOf(text) >= one;
    if (!isInside) return { text, depth };
    text = one === '>' ? text.slice(mark?.length) : withoutIndent(text, one);
  }
  return { text, depth: around.length };
}

/** Deeper quotations and lists are text. */
const DEEPEST = 100;

/** The text of a line, and what is around it and goes on to the next line. */
function placedLine(line: string, before: Around[]): { text: string; around: Around[] } {
  const within = textWithin(line, before);
  const around = before.slice(0, within.depth);
  let { text } = within;
  for (;;) {
    const [quote] = QUOTE.exec(text) ?? [];
    const [item] = quote === undefined ? (ITEM_MARK.exec(text) ?? []) : [];
    const mark = quote ?? item;
    if (mark === undefined || around.length >= DEEPEST) return { text, around };
    around.push(quote === undefined ? Math.max(widthOf(mark), 2) : '>');
    text = text.slice(mark.length);
  }
}

/**
 * For each line, whether it belongs to a block of code between fences, including them, also within lists and quotations.
 * `open`: the line of a fence that the text does not close. `opener`: the same outside of lists and quotations, where nothing
 * else ends it.
 */
export function codeLines(lines: string[]): {
  isCode: boolean[];
  open: number | undefined;
  opener: number | undefined;
} {
  const isCode: boolean[] = [];
  let around: Around[] = [];
  let open: { mark: string; line: number } | undefined;
  for (const [number, line] of lines.entries()) {
    const within = open && textWithin(line, around);
    if (open && within?.depth === around.length) {
      const [, mark = '', rest = ''] = FENCE.exec(within.text) ?? [];
      if (mark.startsWith(open.mark) && rest.trim() === '') open = undefined;
      isCode.push(true);
      continue;
    }
    const placed = placedLine(line, around);
    around = placed.around;
    const [, mark = '', info = ''] = FENCE.exec(placed.text) ?? [];
    const isFence = mark !== '' && opens(mark, info);
    open = isFence ? { mark, line: number } : undefined;
    isCode.push(isFence);
  }
  return { isCode, open: open?.line, opener: around.length === 0 ? open?.line : undefined };
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
export function withoutOuterBlankLines(text: string): string {
  const first = text.search(/\S/);
  if (first < 0) return '';
  const end = text.indexOf('\n', text.trimEnd().length);
  return text.slice(text.lastIndexOf('\n', first) + 1, end < 0 ? undefined : end);
}

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
