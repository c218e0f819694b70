import type { Root } from 'hast';
import { HeadingIds, slugOf } from '../../../contract/heading-id.ts';
import { elementsBelow, textOf } from './tree.ts';

/**
 * Gives every heading an id made of its words, so that `#its-words` leads there. Older documents mark places by
 * `<a name>`, which becomes an id as well.
 */
export const headingIds = () => (tree: Root) => {
  const ids = new HeadingIds();
  for (const { tagName, properties, ...element } of elementsBelow(tree)) {
    if (tagName === 'a') properties['id'] ??= properties['name'];
    if (/^h[1-6]$/.test(tagName))
      properties['id'] ??= ids.give(slugOf(element.children.map(textOf).join('')));
    if (properties['id'] !== undefined) ids.take(String(properties['id']));
  }
};
