import type { Element, ElementContent, Parents, Root } from 'hast';
import { attribute, element, findElement, findElements, isElement, textIn, textNode } from './elements.ts';
import { CELL_BREAK, STAYS_HTML } from './handlers.ts';

/**
 * Prepares tables for markdown, where a cell is one line: joins blocks by `<br>` and turns lists into lines. A table
 * with merged cells or nested tables stays HTML.
 */
export function fitTables(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    if (child.tagName !== 'table') fitTables(child);
    else if (fitsMarkdown(child)) for (const cell of cellsOf(child)) cell.children = asOneLine(cell);
    else stayHtml(child);
  }
}

const cellsOf = (table: Element) =>
  findElements(table, ({ tagName }) => tagName === 'td' || tagName === 'th');

const fitsMarkdown = (table: Element): boolean =>
  !findElement(table, ({ tagName }) => tagName === 'table') &&
  cellsOf(table).every((cell) =>
    ['colSpan', 'rowSpan'].every((span) => !(Number(attribute(cell, span) || '1') > 1)),
  );

type Line = ElementContent[];

/** The content of a cell as one line of text with breaks. */
function asOneLine(cell: Element): ElementContent[] {
  const lines = linesOf(cell, '').filter((line) => line.some((node) => !isBlank(node)));
  return lines.flatMap((line, index) => (index > 0 ? [element(CELL_BREAK), ...line] : line));
}

const isBlank = (node: ElementContent): boolean => node.type === 'text' && node.value.trim() === '';

/** Non-breaking spaces, since leading spaces are dropped. */
const INDENT = '\u00a0\u00a0';

const BLOCKS = new Set(
  (
    'p div section article blockquote dl dt dd figure figcaption details summary h1 h2 h3 h4 h5 ' +
    'h6 ul ol li pre hr center header footer main'
  ).split(' '),
);

const isBlockOrBreak = ({ tagName }: Element): boolean => BLOCKS.has(tagName) || tagName === 'br';

function linesOf(parent: Parents, indent: string): Line[] {
  const lines: Line[] = [];
  let open: Line | undefined;
  for (const child of parent.children as ElementContent[]) {
    if (isElement(child, 'input')) continue;
    const block = isElement(child, ...BLOCKS) ? child : undefined;
    // An inline element around blocks, such as a span around paragraphs, is dropped; the blocks stay.
    const around = isElement(child) && findElement(child, isBlockOrBreak) ? child : undefined;
    if (block || around || isElement(child, 'br')) {
      open = undefined;
      if (block) lines.push(...linesOfBlock(block, indent));
      else if (around) lines.push(...linesOf(around, indent));
    } else {
      if (!open) lines.push((open = []));
      open.push(child);
    }
  }
  return lines;
}

function linesOfBlock(block: Element, indent: string): Line[] {
  const { tagName } = block;
  if (tagName === 'hr') return [];
  if (tagName === 'ul' || tagName === 'ol') return linesOfList(block, indent);
  if (tagName === 'pre') {
    const lines = textIn(block).replace(/\n$/, '').split('\n');
    return lines.filter((line) => line.trim() !== '').map((line) => [element('code', {}, [textNode(line)])]);
  }
  const lines = linesOf(block, indent);
  if (!/^h[1-6]$|^dt$|^summary$/.test(tagName)) return lines;
  return lines.map((line) => [element('strong', {}, line)]);
}

function linesOfList(list: Element, indent: string): Line[] {
  let number = Number(attribute(list, 'start') || '1');
  return list.children.flatMap((item) => {
    if (item.type !== 'element') return [];
    // Some editors write a list directly inside a list.
    if (isElement(item, 'ul', 'ol')) return linesOfList(item, indent + INDENT);
    const mark = list.tagName === 'ol' ? `${number++}. ` : '- ';
    const [first = [], ...others] = linesOf(item, indent + INDENT);
    return [[textNode(`${indent}${mark}${boxOf(item)}`), ...first], ...others];
  });
}

/** A checkbox for tasks. */
function boxOf(item: Element): string {
  const box = findElement(item, ({ tagName }) => tagName === 'input');
  if (!box || box.properties['type'] !== 'checkbox') return '';
  return box.properties['checked'] ? '☑ ' : '☐ ';
}

const KEPT_ATTRIBUTES = 'href src alt title width height colSpan rowSpan align start open'.split(' ');

/** A blank line would end HTML within markdown, so the table has none. Keeps only allowed elements. */
function stayHtml(table: Element): void {
  plain(table, false);
  table.properties[STAYS_HTML] = true;
}

function plain(parent: Element, isCode: boolean): void {
  const kept = KEPT_ATTRIBUTES.flatMap((name) =>
    name in parent.properties ? [[name, parent.properties[name]]] : [],
  );
  const language = isElement(parent, 'code') && parent.properties['className'];
  parent.properties = { ...Object.fromEntries(kept), ...(language && { className: language }) };
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === 'element') {
      plain(child, isCode || child.tagName === 'pre');
      return [child];
    }
    if (child.type !== 'text') return [];
    if (!isCode) return [textNode(child.value.replaceAll(/\s*\n\s*/g, ' '))];
    return child.value
      .split('\n')
      .flatMap((line, index) => [...(index > 0 ? [element('br')] : []), textNode(line)]);
  });
}
