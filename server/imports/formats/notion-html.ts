import type { Element, ElementContent, Parents, Root } from 'hast';
import {
  classesOf,
  details,
  element,
  findElement,
  findElements,
  hasClass,
  isElement,
  replaceElements,
  textIn,
  textNode,
} from '../html/elements.ts';
import type { Report } from '../html/elements.ts';
import { task } from './confluence-words.ts';
import type { PageText } from './format.ts';

/** Extracts the fields of a Notion page in HTML, and converts its text to standard HTML. */
export function readNotionPage(tree: Root, report: Report): PageText['fields'] {
  const title = findElement(tree, (found) => hasClass(found, 'page-title'));
  const description = findElement(tree, (found) => hasClass(found, 'page-description'));
  const properties = findElement(tree, (found) => found.tagName === 'table' && hasClass(found, 'properties'));
  const rows = properties ? findElements(properties, (found) => hasClass(found, 'property-row')) : [];
  const body = findElement(tree, (found) => hasClass(found, 'page-body'));
  tree.children = [...listOf(rows), ...(body?.children ?? tree.children)];
  joinLists(tree);
  replaceElements(tree, (found) => block(found, report));
  const text = title ? textIn(title).trim() : '';
  const excerpt = description ? textIn(description).trim() : '';
  return {
    ...(text && { title: text }),
    ...(excerpt && { excerpt }),
    tags: rows
      .filter((row) => hasClass(row, 'property-row-multi_select') && /^(?:tags?|labels?)$/i.test(nameOf(row)))
      .flatMap(valuesOf),
    published: 'true',
  };
}

/** Notion writes every list item as a separate list. */
function joinLists(parent: Parents): void {
  let last: Element | undefined;
  parent.children = (parent.children as ElementContent[]).filter((child) => {
    if (child.type !== 'element') return true;
    joinLists(child);
    const isList =
      /list/.test(classesOf(child).join(' ')) && (child.tagName === 'ul' || child.tagName === 'ol');
    const goesOn = isList && last && classesOf(last).join(' ') === classesOf(child).join(' ');
    if (goesOn) last?.children.push(...child.children);
    else last = isList ? child : undefined;
    return !goesOn;
  });
}

const cell = (row: Element, tagName: string) => findElement(row, (found) => found.tagName === tagName);
const nameOf = (row: Element): string => textIn(cell(row, 'th') ?? row).trim();
const valuesOf = (row: Element): string[] =>
  findElements(row, (found) => hasClass(found, 'selected-value')).map((value) => textIn(value).trim());

const listOf = (rows: Element[]): ElementContent[] =>
  rows.length === 0
    ? []
    : [
        element(
          'ul',
          {},
          rows.map((row) => {
            const values = valuesOf(row);
            const content =
              values.length > 0 ? [textNode(values.join(', '))] : (cell(row, 'td')?.children ?? []);
            return element('li', {}, [textNode(`${nameOf(row)}: `), ...content]);
          }),
        ),
      ];

function block(found: Element, report: Report): ElementContent[] | undefined {
  const classes = new Set(classesOf(found));
  if (classes.has('table_of_contents')) {
    report('Its table of contents was left out: the product makes one of its own');
    return [];
  }
  if (found.tagName === 'figure' && classes.has('callout'))
    return [element('blockquote', {}, calloutOf(found))];
  if (classes.has('equation') || classes.has('notion-text-equation-token')) return [equationOf(found)];
  if (classes.has('bookmark') && found.tagName === 'a') {
    const title = findElement(found, (child) => hasClass(child, 'bookmark-title'));
    return [{ ...found, children: [textNode(textIn(title ?? found).trim())] }];
  }
  if (classes.has('to-do-list'))
    return [
      element(
        'ul',
        {},
        found.children.filter((item) => isElement(item, 'li')).map((item) => taskOf(item as Element)),
      ),
    ];
  if (classes.has('toggle')) return toggleOf(found);
  // The image itself instead of a link to it.
  if (found.tagName === 'a') {
    const image = found.children.find((child) => isElement(child, 'img'));
    return image && found.children.length === 1 ? [image] : undefined;
  }
  return undefined;
}

/** The icon of a callout precedes its text. */
function calloutOf(found: Element): ElementContent[] {
  const icon = findElement(found, (child) => hasClass(child, 'icon'));
  const sign = icon ? textIn(icon).trim() : '';
  const parts = found.children.filter(
    (child) =>
      !(isElement(child) && icon && (child === icon || findElement(child, (inner) => inner === icon))),
  );
  return [...(sign ? [element('p', {}, [textNode(sign)])] : []), ...parts];
}

function equationOf(found: Element): ElementContent {
  const source = findElement(found, ({ tagName }) => tagName === 'annotation');
  return element('code', {}, [textNode(textIn(source ?? found).trim())]);
}

function taskOf(item: Element): Element {
  const isDone = findElement(item, (child) => hasClass(child, 'checkbox-on')) !== undefined;
  return task(
    isDone,
    item.children.filter((child) => !hasClass(child, 'checkbox')),
  );
}

/** A list with one collapsible item. */
function toggleOf(found: Element): ElementContent[] | undefined {
  const items = found.children.filter((item) => isElement(item, 'li')) as Element[];
  const parts = items.flatMap(({ children }) => children.filter((child) => isElement(child, 'details')));
  if (parts.length === 0) return undefined;
  return (parts as Element[]).map((part) => {
    const summary = part.children.find((child) => isElement(child, 'summary'));
    const rest = part.children.filter((child) => child !== summary);
    return details(summary ? textIn(summary).trim() : 'Details', rest);
  });
}
