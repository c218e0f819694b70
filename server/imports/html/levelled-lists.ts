import type { Element, ElementContent, Parents } from 'hast';
import {
  attribute,
  classesOf,
  element,
  findElement,
  isElement,
  replaceElements,
  textIn,
} from './elements.ts';

/** Lists whose items are not inside each other, but say their level: of Word, Slack, Quill and other editors. */

/** An item with its level, and the list that it belongs to. */
type Item = { level: number; name: 'ol' | 'ul'; start: number; content: Element };

export function nestLevelledLists(parent: Parents): void {
  const children: ElementContent[] = [];
  let open: { list: Element; level: number }[] = [];
  for (const child of parent.children as ElementContent[]) {
    const items = itemsOf(child);
    if (!items) {
      const isBlank = child.type === 'text' && child.value.trim() === '';
      if (isBlank && open.length > 0) continue;
      open = [];
      if (child.type === 'element') nestLevelledLists(child);
      children.push(child);
    }
    for (const { level, name, start, content } of items ?? []) {
      open = open.filter((outer) => outer.level <= level);
      const last = open.at(-1);
      if (last?.level !== level || (last.list.tagName !== name && open.length === 1)) {
        if (last?.level === level) open.pop();
        // A list may continue after a paragraph, so it may start at any number.
        const list = element(name, start > 1 ? { start } : {});
        const outer = open.at(-1)?.list.children.at(-1);
        if (outer?.type === 'element') outer.children.push(list);
        else children.push(list);
        open.push({ list, level });
      }
      open.at(-1)?.list.children.push(content);
    }
  }
  parent.children = children;
}

/** The items of a node that is, or holds, a list with levels. */
function itemsOf(node: ElementContent): Item[] | undefined {
  if (!isElement(node)) return undefined;
  if (node.tagName === 'p') return itemOfWord(node);
  // Word for the web puts each list into a box.
  if (node.tagName === 'div' && classesOf(node).includes('ListContainerWrapper')) {
    const lists = node.children.flatMap((child) => itemsOf(child) ?? []);
    return lists.length > 0 ? lists : undefined;
  }
  if (!isElement(node, 'ul', 'ol')) return undefined;
  const items = node.children.filter((child) => isElement(child, 'li')) as Element[];
  const isNested = node.children.some((child) => isElement(child, 'ul', 'ol'));
  if (
    isNested ||
    !items.some((item) => levelIn(item) !== undefined || levelIn(node) !== undefined || kindIn(item))
  )
    return undefined;
  return items.map((item) => ({
    level: levelIn(item) ?? levelIn(node) ?? 0,
    name: kindIn(item) ?? (node.tagName as Item['name']),
    start: 1,
    content: ticked(item),
  }));
}

/** Where editors write the level: an attribute, or the number at the end of a class. */
const LEVELS: { editors: string; attribute?: string; name?: RegExp; first: number }[] = [
  { editors: 'Slack', attribute: 'dataStringifyIndent', first: 0 },
  { editors: 'Slack, Lexical', attribute: 'dataIndent', first: 0 },
  { editors: 'Word for the web', attribute: 'dataAriaLevel', first: 1 },
  { editors: 'Google Docs', attribute: 'ariaLevel', first: 1 },
  { editors: 'Feishu, CKEditor', attribute: 'dataListLevel', first: 1 },
  { editors: 'others', attribute: 'dataLevel', first: 1 },
  { editors: 'Quill', name: /^ql-indent-(\d)$/, first: 0 },
  { editors: 'Draft.js', name: /-depth(\d)$/, first: 0 },
  { editors: 'Dropbox Paper', name: /^listindent(\d)$/, first: 1 },
  { editors: 'Etherpad', name: /^list-(?:bullet|number|indent)(\d)$/, first: 1 },
];

function levelIn(found: Element): number | undefined {
  for (const { attribute: key, name, first } of LEVELS) {
    const value = key
      ? attribute(found, key)
      : classesOf(found).flatMap((own) => name?.exec(own)?.[1] ?? [])[0];
    if (value !== undefined && /^\d{1,2}$/.test(value)) return Math.max(Number(value) - first, 0);
  }
  return undefined;
}

/** Quill writes all lists as numbered ones. */
const kindIn = (item: Element): Item['name'] | undefined => {
  const kind = attribute(item, 'dataList');
  return kind === '' ? undefined : kind === 'ordered' ? 'ol' : 'ul';
};

function ticked(item: Element): Element {
  const kind = attribute(item, 'dataList');
  if (kind !== 'checked' && kind !== 'unchecked') return item;
  const box = element('input', { type: 'checkbox', checked: kind === 'checked' });
  return element('li', { className: ['task-list-item'] }, [
    box,
    { type: 'text', value: ' ' },
    ...item.children,
  ]);
}

/** Word writes list items as paragraphs. */
function itemOfWord(item: Element): Item[] | undefined {
  const [, level] = /mso-list:[^;]*\blevel(\d)/i.exec(attribute(item, 'style')) ?? [];
  if (level === undefined) return undefined;
  const mark = findElement(item, (found) => /mso-list:\s*ignore/i.test(attribute(found, 'style')));
  const label = mark ? textIn(mark) : '';
  replaceElements(item, (found) => (found === mark ? [] : undefined));
  return [
    {
      level: Number(level),
      name: /^[\s(]*[\da-z]+[.)]/i.test(label) ? 'ol' : 'ul',
      start: Number(/^[\s(]*(\d+)[.)]/.exec(label)?.[1] ?? 1),
      content: element('li', {}, item.children),
    },
  ];
}
