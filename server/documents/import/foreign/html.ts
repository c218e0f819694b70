import { setImmediate } from 'node:timers/promises';
import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

/** Characters; a longer page would keep everybody waiting for seconds. */
const LONGEST = 500_000;
/** Elements within each other; people come to twenty. */
const DEEPEST = 200;

/**
 * A page that was written as HTML, as the markdown that says the same. One that is beyond the limits stays HTML, which
 * markdown may hold.
 */
export async function markdownOf(html: string): Promise<string> {
  // Other requests have their turn between two pages.
  await setImmediate();
  if (html.length > LONGEST || depthOf(html) > DEEPEST) return html;
  return toMarkdown(toMdast(fromHtml(html, { fragment: true })), {
    extensions: [gfmToMarkdown()],
    bullet: '-',
    rule: '-',
    fences: true,
  });
}

/** Elements that are never closed. */
const ALONE = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

function depthOf(html: string): number {
  let [depth, deepest] = [0, 0];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)[^<>]*>?/gi)) {
    if (ALONE.test(name)) continue;
    depth = Math.max(0, depth + (slash ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
