import type { Element, ElementContent, Root } from 'hast';
import { replaceInText, withoutCode } from '../dialects/outside-code.ts';
import { withMarks, withToggles } from '../dialects/toggles-and-marks.ts';
import {
  attribute,
  classesOf,
  details,
  element,
  findElement,
  hasClass,
  isElement,
  kindOfNote,
  note,
  replaceElements,
  taskItem,
  textIn,
  textNode,
} from '../html/elements.ts';
import { codeBlock } from './confluence-words.ts';

/** Texts of Outline in its markdown and HTML exports. */

/** Converts the markdown of Outline. `changes` are sentences about what differs. */
export function readText(content: string): { markdown: string; changes: string[] } {
  const changes = new Set<string>();
  const text = replaceInText(
    content,
    /@?\[([^\]\n]{0,500})\]\(mention:\/\/[^)\s]{0,500}\)/g,
    (_, name = '') => {
      changes.add('It mentions people or documents of Outline; their names stand in the text');
      return name.startsWith('@') ? name : `@${name}`;
    },
  );
  const steps = [
    withoutEmptyLines,
    withBreaks,
    withUnderlines,
    withMarks,
    withToggles,
    withNames,
    withAddresses,
    withCells,
  ];
  const markdown = steps.reduce((before, change) => change(before), text);
  return { markdown: withDiagrams(withLetters(markdown)), changes: [...changes] };
}

/** A cell is one line, so blocks of code and notices within it have `<br>` between their lines. */
const withCells = (content: string): string =>
  withoutCode(content, (lines) =>
    lines.map((line) =>
      line.startsWith('|')
        ? line
            .replaceAll(/(?<!`)(`{3,})(?!`)[\w-]*<br>((?:(?!`{3}).)*?)<br>\1/g, (_, __, code: string) =>
              code.split('<br>').map(inCode).join('<br>'),
            )
            .replaceAll(
              /:::(\w+)<br>((?:(?!:::).)*?)<br>:::/g,
              (_, kind: string, text: string) => `**${kindOfNote(kind)}**<br>${text}`,
            )
        : line,
    ),
  );

function inCode(line: string): string {
  const text = line.replaceAll('\\\\', '\\');
  return text.includes('`') ? `\`\` ${text} \`\`` : text && `\`${text}\``;
}

/** Outline calls the language of diagrams `mermaidjs`. */
const withDiagrams = (content: string): string =>
  content.replaceAll(/^([ \t]*(?:`{3,}|~{3,}))mermaidjs[ \t]*$/gm, '$1mermaid');

/** A backslash on its own line, even in a list or quotation, is an empty paragraph. */
const withoutEmptyLines = (content: string): string =>
  withoutCode(content, (lines) => lines.map((line) => line.replace(/^([\s>]*)\\\s*$/, '$1')));

/** Older versions write a line break as `\\n`, outside of formulas, and escape the backslashes of texts. */
const withBreaks = (content: string): string =>
  replaceInText(
    content,
    /\$\$[^$]+\$\$|\$[^\s$](?:[^$\n]*[^\s$])?\$(?!\d)|(?<!\\)(?:\\\\)*\\n/g,
    (found = '') => (found.startsWith('$') ? found : found.replace(/n$/, '\n')),
  );

/** Two underscores underline; bold text has asterisks. */
const withUnderlines = (content: string): string =>
  replaceInText(
    content,
    /(?<![\\\w/])__(?=\S)((?:(?!__)[^\n])+)(?<=\S)__(?!\w)/g,
    (_, text = '') => `<u>${text}</u>`,
  );

/** The name of an attached file ends with its size in bytes, that of a video with its size in pixels. */
const withNames = (content: string): string =>
  replaceInText(
    content,
    /^((?:[ \t>]|[-*+] )*\[.+) (?:\d+|\d*x\d*)(\]\((?=[^()\s]*(?:attachments\.redirect|(?:uploads|public|assets)\/)).*)$/gm,
    (_, before = '', after = '') => before + after,
  );

/**
 * Addresses of headings start with `h-`. A link that was written with the address of the wiki holds it still, before
 * the path in the zip.
 */
const addressOf = (address: string): string =>
  address.replace(/^https?:\/\/[\w.:-]*[\w](?=\.\/)/, '').replace(/^([^:#]*#)h-/, '$1');

const withAddresses = (content: string): string =>
  replaceInText(content, /(?<=\]\()[^()\s]+/g, (address = '') => addressOf(address));

/** `a.`, `b.`, `c.` are no list in markdown, so they become numbers. */
function withLetters(content: string): string {
  return withoutCode(content, (lines) => {
    /** The lines and numbers of the last item by indent. */
    const last = new Map<number, { at: number; number: number }>();
    const result = [...lines];
    for (const [at, line] of lines.entries()) {
      const [, indent = '', letter = '', rest = ''] = /^( *)([a-z]|[A-Z])\. (.*)$/.exec(line) ?? [];
      if (!letter && /\S/.test(line)) forget(last, line.search(/\S/));
      if (!letter) continue;
      forget(last, indent.length + 1);
      const number = letter.toLowerCase().charCodeAt(0) - 96;
      const above = last.get(indent.length);
      if (above?.number === number - 1) {
        if (number === 2) result[above.at] = (lines[above.at] ?? '').replace(/[aA]\./, '1.');
        result[at] = `${indent}${number}. ${rest}`;
      }
      last.set(indent.length, { at, number });
    }
    return result;
  });
}

function forget(last: Map<number, unknown>, indent: number): void {
  for (const key of last.keys()) if (key >= indent) last.delete(key);
}

/** Converts blocks of the HTML export to standard HTML. */
export const prepareHtml = (tree: Root): void =>
  replaceElements(tree, (found) => {
    if (found.tagName === 'a') found.properties['href'] = addressOf(attribute(found, 'href'));
    const [first = '', kind = ''] = classesOf(found);
    if (attribute(found, 'dataType') === 'checkbox_item')
      return [taskItem(found, hasClass(found, 'checked'))];
    return blocks[first]?.(found, kind) ?? undefined;
  });

const partOf = (found: Element, name: string): ElementContent[] =>
  findElement(found, (part) => hasClass(part, name))?.children ?? found.children;

const blocks: Record<string, (found: Element, kind: string) => ElementContent[] | undefined> = {
  'notice-block': (found, kind) => [note(kindOfNote(kind), '', partOf(found, 'content'))],
  'code-block': (found) => {
    const code = findElement(found, ({ tagName }) => tagName === 'code');
    const language = attribute(found, 'dataLanguage').replace(
      /^mermaidjs$|^none$/,
      (name) => LANGUAGES[name] ?? '',
    );
    return code && codeBlock(textIn(code), language, '');
  },
  'toggle-block': (found) => {
    const [head, ...rest] = partOf(found, 'toggle-block-content').filter((part) => isElement(part));
    return head && [details(textIn(head), rest)];
  },
  attachment: (found) => [element('p', {}, [found])],
  emoji: (found) => found.children,
  'math-node': (found) => {
    const formula = textIn(findElement(found, ({ tagName }) => tagName === 'annotation') ?? found);
    return found.tagName === 'math-display'
      ? codeBlock(formula, 'math', '')
      : [element('code', {}, [textNode(formula)])];
  },
};

const LANGUAGES: Record<string, string> = { mermaidjs: 'mermaid' };
