import type { Block } from '../../text/markdown/parse.ts';

/** `title="x"`, `title=x`, or `[x]`. */
const TITLE = /(?:\b(?:title|filename|file)=(?:\{?["']([^"']*)["']|([^\s}]+)))|\[([^\]]+)\]/;

/** What products call a language that has another name here. */
const LANGUAGES: Record<string, string> = { mermaidjs: 'mermaid' };

/**
 * Code as site generators write it, with a title, marked lines or options beside the language. The title becomes a paragraph above
 * it. The language stands alone. Code in a box ends with the box.
 */
export function fencedCode(lines: string[], block: Block, isInBox: boolean): string[] {
  const { kind, info, markup, quotes } = block;
  if (kind !== 'fence' || quotes > 0) return lines;
  const [first = '', ...rest] = lines;
  const indent = first.slice(0, first.indexOf(markup));
  const below = ' '.repeat(indent.length);
  const isOpen =
    rest.length === 0 ||
    !new RegExp(`^[ \\t]*${markup.charAt(0)}{${markup.length},}[ \\t]*$`).test(rest.at(-1) ?? '');
  const end = isInBox && isOpen ? [below + markup] : [];
  const words = info.trim().replace(/^\{([^}=]*)\}$/, '$1');
  const other = LANGUAGES[words];
  if (other !== undefined) return [indent + markup + other, ...rest, ...end];
  if (!/[\s{[="']/.test(info.trim())) return [first, ...rest, ...end];
  const [, quoted, bare, label] = TITLE.exec(words) ?? [];
  const title = quoted ?? bare ?? label ?? '';
  const [, language = ''] = /^\{?[ \t]*\.?([\w+#.-]+)(?![\w+#.-]*=)/.exec(words) ?? [];
  const fence = markup + language;
  if (title === '') return [indent + fence, ...rest, ...end];
  return [`${indent}**${escaped(title)}**`, '', below + fence, ...rest, ...end];
}

const escaped = (text: string): string => text.replaceAll(/[\\*_[\]<`]/g, '\\$&');
