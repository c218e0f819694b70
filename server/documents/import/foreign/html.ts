import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

/** A page that was written as HTML, as the markdown that says the same. */
export const markdownOf = (html: string): string =>
  toMarkdown(toMdast(fromHtml(html, { fragment: true })), {
    extensions: [gfmToMarkdown()],
    bullet: '-',
    rule: '-',
    fences: true,
  });
