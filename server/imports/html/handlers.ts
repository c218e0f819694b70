import type { Element } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { defaultHandlers, type Handle, type State } from 'hast-util-to-mdast';
import type { Html, RootContent } from 'mdast';
import { findElement, isElement, textIn } from './elements.ts';

/** A line break inside a table cell, where markdown allows no newline. */
export const CELL_BREAK = 'cell-break';
/** Marks preformatted text that is markdown already. */
export const IS_MARKDOWN = 'dataIsMarkdown';
/** Marks a table that stays HTML. */
export const STAYS_HTML = 'dataStaysHtml';

/** An inline tag. */
const tag = (value: string, name: string): Html => ({ type: 'html', value, data: { hName: name } as object });

/** Elements without markdown syntax that the product displays. */
const asTag =
  (name: string): Handle =>
  (state: State, node: Element) => [
    tag(`<${name}>`, name),
    ...(state.all(node) as RootContent[]),
    tag(`</${name}>`, name),
  ];

const details: Handle = (state, node) => {
  const summary = node.children.find((child) => isElement(child, 'summary'));
  const rest = node.children.filter((child) => child !== summary);
  const words = summary ? textIn(summary).trim() : '';
  const text = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');
  const content = state.toFlow(state.all({ ...node, children: rest }));
  return [
    { type: 'html', value: `<details>\n<summary>${text || 'Details'}</summary>` },
    ...(content as RootContent[]),
    { type: 'html', value: '</details>' },
  ];
};

const image: Handle = (state, node) => {
  const { width, height } = node.properties;
  const size = [width, height].map(
    (value) => /^\d{1,4}(?:px)?$/.test(String(value)) && parseInt(String(value), 10),
  );
  if (!size.some(Boolean)) return defaultHandlers.img(state, node);
  const { src, alt } = node.properties;
  const [wide, high] = size;
  const img = {
    ...node,
    properties: { src, alt, ...(wide && { width: wide }), ...(high && { height: high }) },
  };
  return tag(toHtml(img as Element), 'img');
};

const table: Handle = (state, node) => {
  if (STAYS_HTML in node.properties) {
    const { [STAYS_HTML]: _, ...properties } = node.properties;
    return { type: 'html', value: toHtml({ ...node, properties }) };
  }
  const converted = defaultHandlers.table(state, node);
  const caption = findElement(node, ({ tagName }) => tagName === 'caption');
  if (!caption || converted.type !== 'table') return converted;
  return [{ type: 'paragraph', children: [{ type: 'text', value: textIn(caption).trim() }] }, converted];
};

export const handlers: Record<string, Handle> = {
  [CELL_BREAK]: () => tag('<br>', 'br'),
  pre: (state, node) =>
    IS_MARKDOWN in node.properties
      ? { type: 'html', value: textIn(node).replace(/^\n+|\s+$/g, '') }
      : defaultHandlers.pre(state, node),
  details,
  img: image,
  table,
  ...Object.fromEntries(['sup', 'sub', 'kbd', 'mark', 'u', 'ins'].map((name) => [name, asTag(name)])),
};
