import { closed } from '../../../contract/outline.ts';
import { isKindOfNote, kindOfNote } from '../html/elements.ts';
import { columns, endOfCode, writtenCode } from './code.ts';
import { replaceInText, withoutCode } from './outside-code.ts';

/**
 * Boxes of other products and site generators: notes, tabs, collapsible sections and definitions. Notes become
 * quotations that start with their kind; tabs become text below their bold title.
 */

/** A box in the lines of a page. `end` is the line after it; each line of `body` is written after `prefix`. */
type Box = { head: string[]; body: string[]; prefix: string; tail: string[]; end: number };
type Frame = Omit<Box, 'body' | 'end'>;

/** Deeper boxes stay text. */
const DEEPEST = 20;

export const withBoxes = (markdown: string): string => rewritten(markdown.split('\n'), 0).join('\n');

function rewritten(lines: string[], depth: number): string[] {
  if (depth > DEEPEST) return lines;
  const ends = endsOfMarkedBoxes(lines);
  const result: string[] = [];
  const list = new OpenList();
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const codeEnd = endOfCode(lines, at);
    const box =
      codeEnd !== undefined || list.isCode(line)
        ? undefined
        : (markedBox(lines, at, ends.get(at)) ?? indentedBox(lines, at) ?? definition(lines, at));
    if (codeEnd !== undefined)
      for (const written of writtenCode(lines.slice(at, codeEnd))) result.push(written);
    else if (box) pushBox(result, { ...box, body: rewritten(box.body, depth + 1) }, indentOf(line));
    else result.push(line);
    if (!box) list.read(line);
    at = codeEnd ?? box?.end ?? at + 1;
    // Text directly below would belong to the box.
    if (box && lines[at]?.trim()) result.push('');
  }
  return result;
}

function pushBox(result: string[], { head, body, prefix, tail }: Box, indent: number): void {
  // Without a blank line the box would belong to the paragraph above.
  if (result.at(-1)?.trim()) result.push('');
  // Code without an end would swallow what follows the box.
  const inside = withoutOuterBlanks(closed(body.join('\n')).split('\n'));
  if (head.length > 0 && inside.length > 0) inside.unshift('');
  const all = [...head, ...inside.map((line) => prefix + line), ...(tail.length > 0 ? ['', ...tail] : [])];
  for (const line of all) result.push((' '.repeat(indent) + line).trimEnd());
}

/** The list item that the next line may belong to. A line indented four columns further is code. */
class OpenList {
  private content = 0;

  read(line: string): void {
    if (line.trim() === '') return;
    const [marker] = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(line) ?? [];
    if (marker && !this.isCode(line)) this.content = columns(marker);
    else this.content = Math.min(this.content, indentOf(line));
  }

  isCode(line: string): boolean {
    return indentOf(line) >= this.content + 4;
  }
}

const indentOf = (line: string): number => columns(/^[ \t]*/.exec(line)?.[0] ?? '');

function withoutIndent(line: string, most: number): string {
  let [width, at] = [0, 0];
  for (; width < most && /[ \t]/.test(line.charAt(at)); at++) width += line.charAt(at) === '\t' ? 4 : 1;
  return line.slice(at);
}

function withoutOuterBlanks(lines: string[]): string[] {
  const isText = (line: string) => line.trim() !== '';
  return lines.slice(Math.max(lines.findIndex(isText), 0), lines.findLastIndex(isText) + 1);
}

const OPENER = /^[ \t]*(?<mark>:{3,}|\/{3,})[ \t]*(?<name>\w[\w-]*)(?<rest>.{0,1000})$/;
const CLOSER = /^[ \t]*(?<mark>:{3,}|\/{3,})[ \t]*$/;

/** The last line of each box between `:::name` and `:::`, or `/// name` and `///`. Without an end it is text. */
function endsOfMarkedBoxes(lines: string[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { mark: string; at: number }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const codeEnd = endOfCode(lines, at);
    if (codeEnd !== undefined) {
      at = codeEnd - 1;
      continue;
    }
    const line = lines[at] ?? '';
    const mark = OPENER.exec(line)?.groups?.['mark'];
    const closing = CLOSER.exec(line)?.groups?.['mark'];
    if (mark) open.push({ mark, at });
    else if (closing && open.at(-1)?.mark.startsWith(closing.charAt(0))) ends.set(open.pop()?.at ?? 0, at);
  }
  return ends;
}

function markedBox(lines: string[], at: number, end: number | undefined): Box | undefined {
  const line = lines[at] ?? '';
  const { name = '', rest = '' } = OPENER.exec(line)?.groups ?? {};
  if (end === undefined) return undefined;
  const inside = lines.slice(at + 1, end).map((text) => withoutIndent(text, indentOf(line)));
  // A diagram of Azure DevOps.
  if (name === 'mermaid')
    return { head: [], body: ['```mermaid', ...inside, '```'], prefix: '', tail: [], end: end + 1 };
  // Options of a `///` box are indented lines directly below its name.
  const options = line.trimStart().startsWith('/') ? inside.findIndex((text) => !OPTION.test(text)) : 0;
  const isOpen =
    inside.slice(0, options).some((text) => /\bopen: *true/i.test(text)) || /\{[^}]*\bopen\b/.test(rest);
  return { ...frameOf(name, titleIn(rest), isOpen), body: inside.slice(options), end: end + 1 };
}

const OPTION = /^ {4}\w+: /;

/** `[Title]`, `Title`, `| Title` or `{title="Title"}`. Other attributes in braces are for the generator. */
function titleIn(rest: string): string {
  const [, named] = /\{[^}]*\btitle=["']([^"']*)["']/.exec(rest) ?? [];
  const plain = rest.replace(/\{[^}]*\}[ \t]*$/, '').trim();
  return named ?? plain.replace(/^\[(.*)\]$/, '$1').replace(/^\|[ \t]*/, '');
}

const INDENTED =
  /^[ \t]*(?:(?<mark>!!!|\?\?\?\+?)[ \t]*(?<name>\w[\w-]*)(?:[ \t]+\w[\w-]*)*|===[!+]?)(?:[ \t]+"(?<title>.{0,1000})")?[ \t]*$/;

/** `!!! warning "Title"`, `??? note "Title"` or `=== "Tab"`, with an indented text. */
function indentedBox(lines: string[], at: number): Box | undefined {
  const line = lines[at] ?? '';
  const { mark = '', name = '', title } = INDENTED.exec(line)?.groups ?? {};
  if (!mark && title === undefined) return undefined;
  const { body, end } = indentedBelow(lines, at + 1, indentOf(line) + 4);
  const frame = mark.startsWith('?')
    ? collapsed(title || kindOfNote(name), mark.endsWith('+'))
    : frameOf(name || 'tab', title ?? '');
  return { ...frame, body, end };
}

/** The blank lines and the lines with at least this indent, without the indent of the first. */
function indentedBelow(
  lines: string[],
  start: number,
  least: number,
  most = least,
): { body: string[]; end: number } {
  let end = start;
  for (let at = start; at < lines.length; at++) {
    const isBlank = lines[at]?.trim() === '';
    if (!isBlank && indentOf(lines[at] ?? '') < least) break;
    if (!isBlank) end = at + 1;
  }
  const below = lines.slice(start, end);
  const first = indentOf(below.find((line) => line.trim() !== '') ?? '');
  return { body: below.map((line) => withoutIndent(line, Math.min(first, most))), end };
}

const DEFINITION = /^[ \t]*:[ \t]+(?=\S)/;

/** A term with lines `: text` below it becomes a list item. */
function definition(lines: string[], at: number): Box | undefined {
  const term = lines[at] ?? '';
  if (/^[ \t]*(?:$|[-*+][ \t]|[#>|:]|```|~~~|\d+[.)])/.test(term)) return undefined;
  const body: string[] = [];
  let end = at + 1;
  for (;;) {
    const start = lines[end]?.trim() === '' ? end + 1 : end;
    const [marker] = DEFINITION.exec(lines[start] ?? '') ?? [];
    if (marker === undefined || indentOf(lines[start] ?? '') - indentOf(term) > 3) break;
    const below = indentedBelow(lines, start + 1, indentOf(term) + 2, indentOf(term) + 4);
    body.push('', (lines[start] ?? '').slice(marker.length), ...below.body);
    end = below.end;
  }
  return end === at + 1 ? undefined : { head: [`- ${term.trim()}`], body, prefix: '  ', tail: [], end };
}

export const isFolded = (name: string): boolean =>
  /^(?:details|spoiler|collapse|expand|accordion)$/i.test(name);

function frameOf(name: string, title: string, isOpen = false): Frame {
  if (isFolded(name)) return collapsed(title || 'Details', isOpen);
  if (isKindOfNote(name)) return { head: [`> ${headOfNote(name, title)}`], prefix: '> ', tail: [] };
  return { head: title ? [`**${title}**`] : [], prefix: '', tail: [] };
}

/** `**Warning: Title**` */
export function headOfNote(word: string, title: string): string {
  const kind = kindOfNote(isKindOfNote(title) ? title : word);
  return `**${kind}${title && title.toLowerCase() !== kind.toLowerCase() ? `: ${title}` : ''}**`;
}

/** Markdown within a line of HTML. */
export const inlineHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^[\]]+)\]\(([^()\s"]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

function collapsed(title: string, isOpen: boolean): Frame {
  return {
    head: [isOpen ? '<details open>' : '<details>', `<summary>${inlineHtml(title)}</summary>`],
    prefix: '',
    tail: ['</details>'],
  };
}

/** A callout that BookStack keeps as HTML in its markdown. */
export const withCallouts = (markdown: string): string =>
  replaceInText(
    markdown,
    /^<p\b[^<>]*\sclass="callout (\w+)[^<>]*>((?:(?!<\/?p\b)[\s\S]){1,20000})<\/p>[ \t]*$/gm,
    (_, kind = '', text = '') =>
      [headOfNote(kind, ''), '', ...text.trim().split('\n')].map((line) => `> ${line}`.trimEnd()).join('\n'),
  );

/** `> [!warning] Title` of Obsidian and GitHub, collapsed (`-`) or not. */
export const withQuotedNotes = (markdown: string): string =>
  withoutCode(markdown, (lines) =>
    lines.flatMap((line, index) => {
      const [, quote = '', kind = '', title = ''] =
        /^((?:[ \t]*>)+)[ \t]*\[!([\w-]+)(?:\|[^\]]*)?\][+-]?[ \t]*(.*)$/.exec(line) ?? [];
      if (!kind) return [line];
      const head = `${quote} ${headOfNote(kind, title.trim())}`;
      return lines[index + 1]?.trim().startsWith('>') ? [head, quote] : [head];
    }),
  );
