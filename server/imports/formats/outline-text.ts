import type { Element, ElementContent, Root } from 'hast';
import type { Dialect } from '../dialects/read-dialects.ts';
import { isCode, overlaps } from '../../text/markdown/code.ts';
import type { Span } from '../../text/markdown/content.ts';
import type { Edit } from '../../text/markdown/edits.ts';
import type { Markdown } from '../../text/markdown/parse.ts';
import {
  attribute,
  classesOf,
  details,
  element,
  findElement,
  hasClass,
  isElement,
  replaceElements,
  taskItem,
  textIn,
  textNode,
} from '../html/elements.ts';
import { noteInPlaceOf } from '../html/note-boxes.ts';
import { codeBlock } from './confluence-words.ts';

/** Texts of Outline in its markdown and HTML exports. */

/** Its markdown. Addresses of headings start with `h-`, and older letters of lists are no list in markdown. */
export const OUTLINE: Dialect = {
  products: ['Outline'],
  address: (target) => {
    const address = addressOf(target);
    return address === target ? undefined : address;
  },
  edits: editsOfLetters,
};

/** A link that was written with the address of the wiki holds it still, before the path in the zip. */
const addressOf = (address: string): string =>
  address.replace(/^https?:\/\/[\w.:-]*[\w](?=\.\/)/, '').replace(/^([^:#]*#)h-/, '$1');

/** `a.`, `b.`, `c.` are no list in markdown, so they become numbers. */
function editsOfLetters(page: Markdown): Edit[] {
  if (!/^ *[a-z]\. /im.test(page.source)) return [];
  const code = page.blocks.filter(isCode);
  const edits: Edit[] = [];
  /** The last letters by indent. */
  const last = new Map<number, Span & { number: number }>();
  let start = 0;
  for (const line of page.source.split('\n')) {
    const indent = line.search(/\S/);
    const [, letter] = /^ *([a-z])\. /i.exec(line) ?? [];
    const number = (letter?.toLowerCase().charCodeAt(0) ?? 0) - 96;
    const own = { start: start + indent, end: start + indent + 1, number };
    start += line.length + 1;
    if (indent < 0 || overlaps(code, own)) continue;
    const above = last.get(indent);
    for (const key of last.keys()) if (key > indent || (key === indent && !letter)) last.delete(key);
    if (!letter) continue;
    if (above?.number === number - 1) {
      if (number === 2) edits.push({ ...above, text: '1' });
      edits.push({ ...own, text: `${number}` });
    }
    last.set(indent, own);
  }
  return edits;
}

/** Converts blocks of the HTML export to standard HTML. */
export const prepareHtml = (tree: Root): void =>
  replaceElements(tree, (found) => {
    if (found.tagName === 'a') found.properties['href'] = addressOf(attribute(found, 'href'));
    const [first = ''] = classesOf(found);
    if (attribute(found, 'dataType') === 'checkbox_item')
      return [taskItem(found, hasClass(found, 'checked'))];
    const box = noteInPlaceOf(found);
    return box ? [box] : blocks[first]?.(found);
  });

const partOf = (found: Element, name: string): ElementContent[] =>
  findElement(found, (part) => hasClass(part, name))?.children ?? found.children;

const blocks: Record<string, (found: Element) => ElementContent[] | undefined> = {
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
