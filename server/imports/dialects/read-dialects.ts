import { withKeys, withOpenElements, withoutAttributes } from './attributes.ts';
import { withBoxes, withCallouts, withQuotedNotes } from './boxes.ts';
import { withoutShortcodes } from './shortcodes.ts';

/**
 * Reads what wikis and site generators add to markdown, wherever it appears: notes, tabs, shortcodes and attributes.
 * `changes` are sentences about what stays as text.
 */
export function readDialects(markdown: string): { content: string; changes: string[] } {
  const source = markdown.replaceAll('\r\n', '\n');
  const { content, unknown } = withoutShortcodes(source);
  const read = withKeys(
    withoutAttributes(withQuotedNotes(withBoxes(withCallouts(withOpenElements(content))))),
  );
  const names = unknown.slice(0, 20).join(', ');
  return {
    content: read === source ? markdown : read,
    changes: names === '' ? [] : [`Tags that only its site generator can fill in stay in the text: ${names}`],
  };
}
