import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** Maximum nesting; people reach about twenty. The stack does not suffice to walk through thousands. */
export const DEEPEST = 200;

/** Parses HTML as browsers do; undefined if it is nested too deeply. */
export function parseHtml(html: string): Root | undefined {
  const tree = parseFragment(html, { scriptingEnabled: false });
  const isDeep = isTooDeep<DefaultTreeAdapterTypes.Node>(tree, (node) => [
    ...('childNodes' in node ? node.childNodes : []),
    ...('content' in node ? [node.content] : []),
  ]);
  return isDeep ? undefined : (fromParse5(tree) as Root);
}

/** Goes level by level, which needs no stack. */
export function isTooDeep<Node>(root: Node, childrenOf: (node: Node) => Node[]): boolean {
  let level = [root];
  for (let depth = 0; depth <= DEEPEST; depth++) {
    level = level.flatMap(childrenOf);
    if (level.length === 0) return false;
  }
  return true;
}
