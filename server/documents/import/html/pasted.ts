import type { Element, ElementContent, Parents, Root } from 'hast';
import { attribute, element, findElement, hasClass, isElement, replaceElements, textIn } from './elements.ts';
import { markdownOf } from './as-markdown.ts';

/** Rich text of the clipboard as markdown. Pictures are pasted as files; those that the text names lie elsewhere. */
export async function markdownOfPaste(html: string): Promise<string> {
  const { markdown } = await markdownOf(html, prepare);
  return markdown.trim();
}

function prepare(tree: Root): void {
  dropComments(tree);
  gatherListItems(tree);
  replaceElements(tree, (found) => {
    if (found.tagName === 'table') nameColumns(found);
    if (found.tagName === 'img') return inPlaceOfImage(found);
    if (found.tagName === 'a' && !isOpened(attribute(found, 'href'))) return found.children;
    if (found.tagName === 'p' && hasClass(found, 'MsoTitle')) return [element('h1', {}, found.children)];
    return marked(found);
  });
}

/** Office programs write conditions, and browsers where a fragment begins, as comments. */
function dropComments(parent: Parents): void {
  parent.children = parent.children.filter(({ type }) => type !== 'comment') as typeof parent.children;
  for (const child of parent.children) if ('children' in child) dropComments(child);
}

/** The first row of a spreadsheet names the columns; markdown has no table without such a row. */
function nameColumns(table: Element): void {
  if (findElement(table, ({ tagName }) => tagName === 'th')) return;
  const first = findElement(table, ({ tagName }) => tagName === 'tr');
  for (const cell of first?.children ?? []) if (isElement(cell, 'td')) cell.tagName = 'th';
}

/** Links to other programs and into the copied page lead nowhere from a document. */
const isOpened = (address: string): boolean => /^(?:https?:|mailto:)/i.test(address.trim());

function inPlaceOfImage(found: Element): ElementContent[] {
  const address = attribute(found, 'src');
  if (!/^https?:/i.test(address)) return [];
  return [
    element('a', { href: address }, [{ type: 'text', value: attribute(found, 'alt').trim() || address }]),
  ];
}

/** Office programs say by styles what HTML says by elements. */
function marked(found: Element): ElementContent[] | undefined {
  const style = attribute(found, 'style');
  if (isElement(found, 'b', 'strong') && /font-weight:\s*(?:normal|[1-4]00)/i.test(style))
    return found.children;
  if (!isElement(found, 'span', 'font') || textIn(found).trim() === '') return undefined;
  let children = found.children;
  const wrapIn = (name: string, isMeant: RegExp) => {
    if (isMeant.test(style)) children = [element(name, {}, children)];
  };
  wrapIn('code', /font-family:[^;]*(?:monospace|consolas|courier|menlo|monaco)/i);
  wrapIn('strong', /font-weight:\s*(?:bold|[6-9]00)/i);
  wrapIn('em', /font-style:\s*italic/i);
  wrapIn('del', /text-decoration[\w-]*:[^;]*line-through/i);
  return children;
}

/** The level of an item of a list in Word, whose lists are paragraphs. */
const levelOf = (node: { type: string }): number | undefined => {
  if (!isElement(node, 'p')) return undefined;
  const level = /mso-list:[^;]*\blevel(\d)/i.exec(attribute(node, 'style'))?.[1];
  return level === undefined ? undefined : Number(level);
};

/** Makes lists of the paragraphs by which Word writes them. */
function gatherListItems(parent: Parents): void {
  const children: ElementContent[] = [];
  let open: { list: Element; level: number }[] = [];
  for (const child of parent.children as ElementContent[]) {
    const level = levelOf(child);
    const isBlank = child.type === 'text' && child.value.trim() === '';
    if (level === undefined) {
      if (isBlank && open.length > 0) continue;
      open = [];
      if (child.type === 'element') gatherListItems(child);
      children.push(child);
      continue;
    }
    const item = child as Element;
    const mark = findElement(item, (found) => /mso-list:\s*ignore/i.test(attribute(found, 'style')));
    const name = /^[\s(]*[\da-z]+[.)]/i.test(mark ? textIn(mark) : '') ? 'ol' : 'ul';
    replaceElements(item, (found) => (found === mark ? [] : undefined));
    open = open.filter((outer) => outer.level <= level);
    if (open.at(-1)?.level !== level) {
      const list = element(name);
      const outer = open.at(-1)?.list.children.at(-1);
      if (outer?.type === 'element') outer.children.push(list);
      else children.push(list);
      open.push({ list, level });
    }
    open.at(-1)?.list.children.push(element('li', {}, item.children));
  }
  parent.children = children;
}
