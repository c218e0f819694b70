import { slugOf } from '../../../contract/heading-id.ts';
import { withoutCode, replaceInText } from './outside-code.ts';
import { isKindOfNote } from '../html/elements.ts';
import { plainText } from '../../text/markdown/reader-text.ts';
import { headOfNote } from './boxes.ts';

/**
 * `{#id .class key=value}` of Python-Markdown, kramdown, Hugo and VitePress beside headings, links, pictures and blocks.
 * Ids of headings become anchors, classes of notes become notes; the rest concerns the look alone.
 */
const ONE = String.raw`(?:[.#][\w:.-]+|data-[\w-]+|[a-z][\w-]{2,}=(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|[^\s"'{}]{1,500}))`;
const LIST = String.raw`\{:?[ \t]*(?<given>${ONE}(?:[ \t]+${ONE}){0,20})[ \t]*\}`;
const PART = /[.#]?[\w:.-]+(?:=(?:"[^"]*"|'[^']*'|\S+))?/g;
const HEADING = new RegExp(
  String.raw`^(?<marks> {0,3}#{1,6}[ \t]+)(?<text>\S.{0,1000}?)[ \t]*${LIST}[ \t]*#*[ \t\r]*$`,
);
const PICTURE = new RegExp(String.raw`(!\[[^\]\n]{0,500}\]\([^()\s]{1,1000})\)[ \t]?${LIST}`, 'g');
/** Directly after the end of a link, code or other markup, or at the end of a line. */
const INLINE = new RegExp(String.raw`(?<=[)\]*\x60:])[ \t]?${LIST}`, 'g');
/** Alone, or in a heading without words: `# {.tabset}` of Wiki.js. */
const BLOCK = new RegExp(String.raw`^[ \t>]*(?:(?:#{1,6}[ \t]+)?${LIST}|\{:[\w .-]{1,100}\})[ \t\r]*$`);
/** A mark in whose place the generator puts a table of contents, which this product shows anyway. */
const CONTENTS = /^(?:\[\[?_?TOC_?\]?\]|\[\[_TOSP_\]\]|\{:[ \t]*toc\b.*\})[ \t\r]*$/i;

/** An element whose text is markdown. */
const MARKED = /^[ \t]*<(\w+)(?=[^<>]{0,500}\smarkdown(?:=["']?\w+["']?)?[\s>])[^<>]{0,500}>[ \t]*$/gm;

export const withoutAttributes = (markdown: string): string => {
  if (!/\{[ \t]*[:.#\w-]|\[_?TO(?:C|SP)/i.test(markdown)) return markdown;
  const sized = replaceInText(markdown, PICTURE, (_, picture = '', given = '') => {
    const [, width] = /\bwidth=["']?(\d{1,4})(?:px)?["'}\s]/.exec(`${given} `) ?? [];
    return width ? `${picture} =${width}x)` : `${picture})`;
  });
  return replaceInText(withoutCode(sized, changeLines), INLINE, () => '');
};

/** `++ctrl+alt+del++` */
export const withKeys = (markdown: string): string =>
  replaceInText(markdown, /(?<![+\w])\+\+(\w[\w-]*(?:\+\w[\w-]*)*)\+\+(?![+\w])/g, (_, keys = '') =>
    keys
      .split('+')
      .map((key) => `<kbd>${key}</kbd>`)
      .join('+'),
  );

/** `<div markdown="1">`: its text is markdown, which needs a blank line after a tag. */
export const withOpenElements = (markdown: string): string => {
  const names = new Set([...markdown.matchAll(MARKED)].map(([, name = '']) => name));
  if (names.size === 0) return markdown;
  return withoutCode(markdown, (lines) =>
    lines.flatMap((line) => {
      const [, closed = ''] = /^[ \t]*<\/(\w+)>[ \t]*$/.exec(line) ?? [];
      if (names.has(closed)) return ['', line, ''];
      return line.search(MARKED) >= 0 ? [line, ''] : [line];
    }),
  );
};

function changeLines(lines: string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (CONTENTS.test(line)) {
      // kramdown replaces a list of one item.
      if (line.startsWith('{') && /^[ \t]*(?:[-*+]|1\.)[ \t]/.test(kept.at(-1) ?? '')) kept.pop();
    } else if (BLOCK.test(line)) {
      const end = noteBelow(lines, at, kept);
      if (end !== undefined) at = end - 1;
    } else kept.push(withAnchor(line));
  }
  return kept;
}

/** `## Title {#id}`: other pages may link to this id. */
function withAnchor(line: string): string {
  const { marks, text = '', given = '' } = HEADING.exec(line)?.groups ?? {};
  if (marks === undefined) return line;
  const [id] = (given.match(PART) ?? []).filter((part) => part.startsWith('#'));
  return id && id.slice(1) !== slugOf(plainText(text))
    ? `${marks}<a id="${id.slice(1)}"></a>${text}`
    : marks + text;
}

/** `{: .note }` above a paragraph or a quotation. With `-title` its first line is the title. Returns the line after it. */
function noteBelow(lines: string[], at: number, kept: string[]): number | undefined {
  if (kept.at(-1)?.trim()) return undefined;
  const [, name = '', isTitled] = /\.([a-z]+)(-title)?(?=[\s}])/.exec(lines[at] ?? '') ?? [];
  const end = lines.findIndex((line, n) => n > at && line.trim() === '');
  const below = lines.slice(at + 1, end < 0 ? undefined : end).map((line) => line.replace(/^>[ \t]?/, ''));
  if (!isKindOfNote(name) || below.length === 0) return undefined;
  const title = isTitled ? (below.shift() ?? '') : '';
  const text = below[0]?.trim() === '' ? below.slice(1) : below;
  kept.push(
    `> ${headOfNote(name, title)}`,
    ...(text.length > 0 ? ['>', ...text.map((line) => `> ${line}`)] : []),
  );
  return end < 0 ? lines.length : end;
}
