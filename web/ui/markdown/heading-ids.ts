import type { Root } from 'hast';
import { freeSlug, slugOf } from '../../../contract/heading-id.ts';
import { elementsBelow, textOf } from './tree.ts';

/**
 * Gives every heading an id made of its words, so that `#its-words` leads there. Older documents mark places by
 * `<a name>`, which becomes an id as well.
 */
export const headingIds = () => (tree: Root) => {
  const taken = new Set<string>();
  for (const { tagName, properties, ...element } of elementsBelow(tree)) {
    if (tagName === 'a') properties['id'] ??= properties['name'];
    if (/^h[1-6]$/.test(tagName))
      properties['id'] ??= freeSlug(slugOf(element.children.map(textOf).join('')), taken);
    if (properties['id'] !== undefined) taken.add(String(properties['id']));
  }
};
