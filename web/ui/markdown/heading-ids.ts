import type { Root } from 'hast';
import { elementsBelow, textOf } from './tree.ts';

/**
 * Gives every heading an id made of its words, so that `#its-words` leads there; a second heading of the same words gets
 * `-1`. Older documents mark places by `<a name>`, which becomes an id as well.
 */
export const headingIds = () => (tree: Root) => {
  const taken = new Set<string>();
  for (const { tagName, properties, ...element } of elementsBelow(tree)) {
    if (tagName === 'a') properties['id'] ??= properties['name'];
    if (/^h[1-6]$/.test(tagName))
      properties['id'] ??= free(slugOf(element.children.map(textOf).join('')), taken);
    if (properties['id'] !== undefined) taken.add(String(properties['id']));
  }
};

/** As on GitHub, so that links written for it keep leading to the same place. */
export const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

function free(slug: string, taken: Set<string>): string {
  if (!taken.has(slug)) return slug;
  let count = 1;
  while (taken.has(`${slug}-${count}`)) count += 1;
  return `${slug}-${count}`;
}
