import { markdownLanguage } from '@codemirror/lang-markdown';
import type { MarkdownParser } from '@lezer/markdown';

/** Characters of a paragraph. The library reads links and emphasis of a paragraph in one go, in the square of its length. */
const LONGEST_PARAGRAPH = 10_000;
/** Lists and quotes inside each other. */
const DEEPEST = 100;

/** Markdown in which longer paragraphs and deeper lines are plain text, so that no text holds up the page. */
export const boundedMarkdown = (markdownLanguage.parser as MarkdownParser).configure({
  parseInline: [
    {
      name: 'LongParagraph',
      before: 'Escape',
      parse: ({ text, end }) => (text.length > LONGEST_PARAGRAPH ? end : -1),
    },
  ],
  parseBlock: [
    {
      name: 'DeepLine',
      before: 'IndentedCode',
      parse(context) {
        if (context.depth <= DEEPEST) return false;
        context.nextLine();
        return true;
      },
    },
  ],
});
