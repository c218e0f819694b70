import { setImmediate } from 'node:timers/promises';
import type { Root } from 'hast';
import { separateThread } from '../../../separate-thread.ts';
import type { Report } from './elements.ts';
import { parseHtml } from './parse-html.ts';
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
