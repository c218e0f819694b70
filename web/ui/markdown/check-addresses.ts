import type { Element, ElementContent, Parents, Root } from 'hast';
import { imageKind, linkKind } from './addresses.ts';
import { isElement } from './tree.ts';

/** Takes out addresses that are not followed, sends links to other sites to a tab of their own, names foreign images. */
export const checkAddresses = () => (tree: Root) => check(tree, false);

function check(parent: Parents, isInLink: boolean): void {
  for (const [index, child] of parent.children.entries()) {
    if (!isElement(child)) continue;
    if (child.tagName === 'img') parent.children[index] = checkedImage(child, isInLink);
    if (child.tagName === 'a') checkLink(child);
    check(child, isInLink || child.tagName === 'a');
  }
}

function checkLink({ properties }: Element): void {
  const kind = linkKind(String(properties['href'] ?? ''));
  if (!kind) delete properties['href'];
  if (kind === 'outside') Object.assign(properties, { target: '_blank', rel: ['noopener', 'noreferrer'] });
}

function checkedImage(image: Element, isInLink: boolean): ElementContent {
  const address = String(image.properties['src'] ?? '');
  const alt = String(image.properties['alt'] ?? '');
  const kind = imageKind(address);
  if (kind === 'own') return image;
  if (kind === undefined || isInLink) return { type: 'text', value: alt };
  return {
    type: 'element',
    tagName: 'a',
    properties: { href: address, target: '_blank', rel: ['noopener', 'noreferrer'] },
    children: [{ type: 'text', value: alt ? `Image: ${alt} (${address})` : `Image: ${address}` }],
  };
}
