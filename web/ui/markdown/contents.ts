import type { Element, Root } from 'hast';
import { ANCHOR_PREFIX } from './allow-list.ts';
import { elementsBelow, textOf } from './tree.ts';

/** Sections from which on a document is long enough for a table of its contents, and the most that it names. */
const FEWEST = 4;
const MOST = 40;

/** Puts a table of contents before the first section: the headings of the highest level that has several. */
export const contents = () => (tree: Root) => {
  const headings = [...elementsBelow(tree)].filter(
    ({ tagName, properties }) =>
      /^h[1-4]$/.test(tagName) && properties['id'] && properties['className'] === undefined,
  );
  const level = ['h1', 'h2', 'h3', 'h4'].find(
    (name) => headings.filter(({ tagName }) => tagName === name).length >= 2,
  );
  const sections = headings.filter(({ tagName }) => tagName === level);
  if (sections.length < FEWEST) return;
  const first = tree.children.findIndex((child) => child === sections[0]);
  // A document that begins with a section in a box of its own has its contents on top.
  tree.children.splice(Math.max(first, 0), 0, tableOf(sections.slice(0, MOST)));
};

const tableOf = (sections: Element[]): Element => ({
  type: 'element',
  tagName: 'nav',
  properties: { ariaLabel: 'Contents' },
  children: [
    {
      type: 'element',
      tagName: 'ul',
      properties: { className: ['contents'] },
      children: sections.map((section) => ({
        type: 'element',
        tagName: 'li',
        properties: {},
        children: [
          {
            type: 'element',
            tagName: 'a',
            properties: { href: `#${String(section.properties['id']).slice(ANCHOR_PREFIX.length)}` },
            children: [{ type: 'text', value: textOf(section) }],
          },
        ],
      })),
    },
  ],
});
