import { setImmediate } from 'node:timers/promises';
import type { Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { separateThread } from '../../../separate-thread.ts';
import type { Report } from './elements.ts';
import * as work from './tree-as-markdown.ts';

/** Maximum characters. */
const LONGEST = 500_000;
/** Maximum nesting of elements; people reach about twenty. */
const DEEPEST = 200;
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
  parse: (html: string) => Root = (source) => fromHtml(source, { fragment: true }),
): Promise<work.Markdown> {
  // Gives other requests a turn between two pages.
  await setImmediate();
  if (html.length > LONGEST || depthOf(html) > DEEPEST) return asHtml(html, 'is too large');
  const changes = new Set<string>();
  const tree = parse(html);
  prepare?.(tree, (sentence) => changes.add(sentence));
  const converted = html.length <= SHORT ? work.markdownOfTree(tree) : await inThread('markdownOfTree', tree);
  if (!converted) return asHtml(html, 'takes too long');
  return { markdown: converted.markdown, changes: [...changes.union(new Set(converted.changes))] };
}

const asHtml = (html: string, reason: string): work.Markdown => ({
  markdown: html,
  changes: [`It ${reason} to become markdown, so it stays HTML`],
});

/** Void elements. */
const ALONE = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

function depthOf(html: string): number {
  let [depth, deepest] = [0, 0];
  for (const [tag, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d:-]*)[^<>]*>?/gi)) {
    if (ALONE.test(name) || (name.includes(':') && tag.endsWith('/>'))) continue;
    depth = Math.max(0, depth + (slash ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
