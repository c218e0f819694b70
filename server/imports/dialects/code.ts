/** Code blocks as site generators write them, with a title, marked lines or options beside the language. */

const FENCE = /^(?<indent>[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(?<mark>`{3,}|~{3,})(?<info>.{0,1000})$/;
/** Elements whose text is not markdown. */
const RAW = /^[ \t]*<(pre|script|style)\b/i;

/** The line after the code block or the raw HTML that begins at this line; undefined if none begins there. */
export function endOfCode(lines: string[], at: number): number | undefined {
  const line = lines[at] ?? '';
  const [, element] = RAW.exec(line) ?? [];
  if (element)
    return lineAfter(lines, at, (text) => text.toLowerCase().includes(`</${element.toLowerCase()}`));
  const { indent = '', mark = '', info = '' } = FENCE.exec(line)?.groups ?? {};
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return undefined;
  // A fence that is indented further is a part of the code.
  const end = new RegExp(`^[ \\t]{0,${columns(indent) + 3}}${mark.charAt(0)}{${mark.length},}[ \\t]*$`);
  return lineAfter(lines, at + 1, (text) => end.test(text));
}

/** Without an end, everything belongs to it. */
function lineAfter(lines: string[], start: number, fits: (line: string) => boolean): number {
  for (let at = start; at < lines.length; at++) if (fits(lines[at] ?? '')) return at + 1;
  return lines.length;
}

/** The title of a code block becomes a paragraph above it. The language stands alone. */
export function writtenCode(lines: string[]): string[] {
  const [first = '', ...rest] = lines;
  const { indent = '', mark = '', info = '' } = FENCE.exec(first)?.groups ?? {};
  const words = info.trim().replace(/^\{([^}=]*)\}$/, '$1');
  if (mark === '' || !/[\s{[="']/.test(info.trim())) return lines;
  const [, quoted, bare, label] = TITLE.exec(words) ?? [];
  const title = quoted ?? bare ?? label ?? '';
  const [, language = ''] = /^\{?[ \t]*\.?([\w+#.-]+)(?![\w+#.-]*=)/.exec(words) ?? [];
  const fence = mark + language;
  if (title === '') return [indent + fence, ...rest];
  const below = ' '.repeat(indent.length);
  return [`${indent}**${escaped(title)}**`, '', below + fence, ...rest];
}

/** `title="x"`, `title=x`, or `[x]`. */
const TITLE = /(?:\b(?:title|filename|file)=(?:\{?["']([^"']*)["']|([^\s}]+)))|\[([^\]]+)\]/;

const escaped = (text: string): string => text.replaceAll(/[\\*_[\]<`]/g, '\\$&');

/** Columns that a beginning of a line takes. */
export const columns = (text: string): number => text.replaceAll('\t', '    ').length;
