import type { RootContent } from 'hast';
import { safeTree } from './safe-tree.ts';

/** Blocks of a document that are drawn together: little enough to answer a key in between. */
const BLOCKS = 40;

export type Part = RootContent[];

/** The blocks of a text in the order of the document, some at a time. */
export function partsOf(text: string): Part[] {
  const { children } = safeTree(text);
  const count = Math.max(Math.ceil(children.length / BLOCKS), 1);
  return Array.from({ length: count }, (_, n) => children.slice(n * BLOCKS, (n + 1) * BLOCKS));
}
