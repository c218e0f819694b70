import type { ElementContent, Parents, RootContent } from 'hast';
import { createContext } from 'react';
import { readingAddress } from '../../../contract/shared/item-address.ts';
import type { Part } from './safe-tree.ts';
import { isElement } from './tree.ts';

/** A thing that a text names: its page, and its state, which is shown on hover and focus. */
type Named = { address: string; state: string };
/** By name, in lower case. */
export type Names = ReadonlyMap<string, Named>;

/** What the text around may name. */
export const NamesContext = createContext<Names | undefined>(undefined);

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?/gu;
/** A name in a link is the link's text, and code is copied as a whole. */
const WITHOUT_LINKS = new Set(['a', 'pre']);

/** The part with a link at each name. Links that lead to one of these things show its state as well. */
export function linkNames(part: Part, names: Names): Part {
  const byAddress = new Map([...names.values()].map((named) => [named.address, named]));
  const linked = <Node extends RootContent>(node: Node): Node[] => {
    if (node.type === 'text') return (wordsOf(node.value, names) ?? [node]) as Node[];
    if (!isElement(node)) return [node];
    const known = node.tagName === 'a' && byAddress.get(readingAddress(String(node.properties['href'])));
    if (known) return [{ ...node, properties: { ...node.properties, dataTooltip: known.state } }];
    if (WITHOUT_LINKS.has(node.tagName)) return [node];
    const children = node.children.flatMap<ElementContent>(linked);
    return [
      children.length === node.children.length && !hasNew(node, children) ? node : { ...node, children },
    ];
  };
  return part.flatMap(linked);
}

/** Whether a child was replaced. Elements without a name stay the same, so that they are not rendered again. */
const hasNew = ({ children }: Parents, next: ElementContent[]): boolean =>
  next.some((child, at) => child !== children[at]);

/** The text with its names as links; undefined without one. */
function wordsOf(text: string, names: Names): ElementContent[] | undefined {
  const nodes: ElementContent[] = [];
  let last = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const named = names.get(word.toLowerCase());
    if (!named) continue;
    if (index > last) nodes.push({ type: 'text', value: text.slice(last, index) });
    nodes.push({
      type: 'element',
      tagName: 'a',
      properties: { href: named.address, className: ['named'], dataTooltip: named.state },
      children: [{ type: 'text', value: word }],
    });
    last = index + word.length;
  }
  if (last === 0) return undefined;
  if (last < text.length) nodes.push({ type: 'text', value: text.slice(last) });
  return nodes;
}
