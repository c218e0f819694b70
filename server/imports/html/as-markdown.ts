import { setImmediate } from 'node:timers/promises';
import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { separateThread } from '../../work/separate-thread.ts';
import type { Report } from './elements.ts';
import * as work from './tree-as-markdown.ts';

/** Maximum characters. */
const LONGEST = 500_000;
/** Characters of pages that are converted in the main thread. */
const SHORT = 4_000;
const LONGEST_MS = 10_000;

const inThread = separateThread<typeof work>(new URL('tree-as-markdown.ts', import.meta.url), LONGEST_MS);

/**
 * Converts an HTML page to equivalent markdown. `prepare` first converts product-specific elements to standard HTML. A
 * page beyond the limits stays HTML, which markdown may contain. Long pages are converted in a separate thread, because
 * some of them take minutes.
 */
export async function markdownOf(
  html: string,
  prepare?: (tree: Root, report: Report) => void,
  parse: (html: string) => Root | undefined = parseHtml,
): Promise<work.Markdown> {
  // Gives other requests a turn between two pages.
  await setImmediate();
  const tree = html.length > LONGEST ? undefined : parse(html);
  if (!tree) return asHtml(html, 'is too large');
  const changes = new Set<string>();
  prepare?.(tree, (sentence) => changes.add(sentence));
  const converted = html.length <= SHORT ? work.markdownOfTree(tree) : await inThread('markdownOfTree', tree);
  if (!converted) return asHtml(html, 'takes too long');
  return { markdown: converted.markdown, changes: [...changes.union(new Set(converted.changes))] };
}

const asHtml = (html: string, reason: string): work.Markdown => ({
  markdown: html,
  changes: [`It ${reason} to become markdown, so it stays HTML`],
});

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
