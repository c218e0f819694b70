import type { Element, ElementContent, Parents, Root } from 'hast';
import {
  attribute,
  element,
  findElement,
  findElements,
  hasClass,
  isElement,
  replaceElements,
  textIn,
} from './elements.ts';
import { isOfCodeEditor } from '../../../contract/calls/pasted-text.ts';
import { emojiOf } from '../emoji.ts';
import { markdownOf, parseHtml } from './as-markdown.ts';
import { textOfLines } from './code-lines.ts';
import { nestLevelledLists } from './levelled-lists.ts';
import { noteInPlaceOf } from './note-boxes.ts';

/**
 * Converts rich text of the clipboard to markdown. Pictures are pasted as separate files; image addresses in the text
 * refer to other systems.
 */
export async function markdownOfPaste(html: string): Promise<string> {
  // Syntax colours say nothing: the text is what its author typed.
  const code = isOfCodeEditor(html) ? parseHtml(html) : undefined;
  if (code) return textOfLines(code).replace(/^\n+|\s+$/g, '');
  const { markdown } = await markdownOf(html, prepare);
  return markdown.trim();
}

function prepare(tree: Root): void {
  dropComments(tree);
  nestLevelledLists(tree);
  replaceElements(tree, (found) => {
    if (found.tagName === 'table') {
      splitMergedCells(found);
      nameColumns(found);
    }
    if (found.tagName === 'ol') startAtFirstItem(found);
    if (isElement(found, 'li', 'p') && isBlank(found)) return [];
    if (found.tagName === 'li') {
      tick(found);
      unwrapParagraph(found);
    }
    if (found.tagName === 'ins') return found.children;
    if (hasClass(found, 'MsoCommentReference')) return [];
    const box = noteInPlaceOf(found);
    if (box) return [box];
    if (found.tagName === 'img') return inPlaceOfImage(found);
    if (found.tagName === 'a' && !isOpened(attribute(found, 'href'))) return found.children;
    if (found.tagName === 'p' && hasClass(found, 'MsoTitle')) return [element('h1', {}, found.children)];
    return undefined;
  });
}

/** Office programs write conditions, and browsers fragment marks, as comments. */
function dropComments(parent: Parents): void {
  parent.children = parent.children.filter(({ type }) => type !== 'comment') as typeof parent.children;
  for (const child of parent.children) if ('children' in child) dropComments(child);
}

/** Office programs write an empty line as a paragraph with whitespace. */
const isBlank = (found: Element): boolean =>
  textIn(found).trim() === '' &&
  !findElement(found, ({ tagName }) => tagName === 'img' || tagName === 'input');

/** Markdown has no merged cells: the first cell keeps the text, the others stay empty. */
function splitMergedCells(table: Element): void {
  const rows = findElements(table, ({ tagName }) => tagName === 'tr');
  /** For each row, the columns before which a cell above adds an empty cell. */
  const below = rows.map((): number[] => []);
  for (const [place, row] of rows.entries()) {
    const cells: ElementContent[] = [];
    const added = below[place]?.toSorted((a, b) => a - b) ?? [];
    const fill = () => {
      while (added[0] === cells.length) {
        cells.push(element('td'));
        added.shift();
      }
    };
    for (const cell of row.children) {
      if (!isElement(cell, 'td', 'th')) continue;
      fill();
      const [columns, depth] = [spanOf(cell, 'colSpan'), spanOf(cell, 'rowSpan')];
      for (let down = 1; down < depth; down++)
        for (let right = 0; right < columns; right++) below[place + down]?.push(cells.length + right);
      cells.push(cell, ...Array.from({ length: columns - 1 }, () => element(cell.tagName)));
    }
    fill();
    row.children = cells;
  }
}

/** Number of spanned cells. Larger numbers than a sheet has are errors. */
function spanOf(cell: Element, name: 'colSpan' | 'rowSpan'): number {
  const span = Math.min(Math.max(1, Number(attribute(cell, name)) || 1), 100);
  delete cell.properties[name];
  return span;
}

/** OneNote puts the start number on the first item instead of the list. */
function startAtFirstItem(list: Element): void {
  const first = findElement(list, ({ tagName }) => tagName === 'li');
  const value = Number(first && attribute(first, 'value'));
  if (value > 1 && !attribute(list, 'start')) list.properties['start'] = value;
}

/** Google Docs wraps every item in a paragraph. Only items with several paragraphs need blank lines. */
function unwrapParagraph(item: Element): void {
  const [only, ...more] = item.children.filter((child) => isElement(child, 'p'));
  if (only && more.length === 0)
    item.children = item.children.flatMap((child) => (child === only ? (only as Element).children : [child]));
}

/** Google Docs marks checkboxes by role instead of inputs. */
function tick(item: Element): void {
  if (attribute(item, 'role') !== 'checkbox') return;
  const checked = attribute(item, 'ariaChecked') === 'true';
  const target = findElement(item, ({ tagName }) => tagName === 'p') ?? item;
  target.children.unshift(element('input', { type: 'checkbox', checked }), { type: 'text', value: ' ' });
  item.properties['className'] = ['task-list-item'];
}

/** The first row becomes the header, since a markdown table needs one. */
function nameColumns(table: Element): void {
  if (findElement(table, ({ tagName }) => tagName === 'th')) return;
  const first = findElement(table, ({ tagName }) => tagName === 'tr');
  for (const cell of first?.children ?? []) if (isElement(cell, 'td')) cell.tagName = 'th';
}

/** Links to other programs and within the copied page do not work in a document. */
const isOpened = (address: string): boolean => /^(?:https?:|mailto:)/i.test(address.trim());

/** Chats and GitHub show signs as pictures. */
function signOf(image: Element): string | undefined {
  const alt = attribute(image, 'dataStringifyEmoji') || attribute(image, 'alt');
  const [, name] = /^:([\w+-]{1,50}):(?::skin-tone-\d:)?$/.exec(alt.trim()) ?? [];
  return name === undefined ? undefined : emojiOf(name);
}

function inPlaceOfImage(found: Element): ElementContent[] {
  const sign = signOf(found);
  if (sign) return [{ type: 'text', value: sign }];
  const address = attribute(found, 'src');
  if (!/^https?:/i.test(address)) return [];
  return [
    element('a', { href: address }, [{ type: 'text', value: attribute(found, 'alt').trim() || address }]),
  ];
}
