import type { Element, Nodes, Parents } from 'hast';

export const isElement = (node: Nodes): node is Element => node.type === 'element';

/** All text below a node, without its markup. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** Every element below `parent`, in document order. */
export function* elementsBelow(parent: Parents): Generator<Element> {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* elementsBelow(child);
  }
}
