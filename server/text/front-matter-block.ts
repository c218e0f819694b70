import { Document, visit } from 'yaml';
import { escapeControls } from './escape-controls.ts';

/** Begins with a letter or as a path, and has nothing that YAML reads as more than a letter. Or a time of our own. */
const PLAIN =
  /^(?:\p{L}|\.?\/)[\p{L}\p{M}\p{N} ._/()<>@%?=&+,;'-]*$|^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;
/** Words that YAML 1.1 takes for no text. */
const WORDS = /^(?:y|yes|n|no|on|off|true|false|null|nan)$/i;

/**
 * Fields as front matter above a text, for readers of YAML 1.1 and 1.2. Empty fields are omitted. Each text is on one line,
 * and quoted unless it is plain, so that it is never a tag, an anchor, an alias or the end of the block.
 */
export function frontMatterBlock(fields: Record<string, unknown>): string {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const document = new Document(given, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string') return;
      if (!PLAIN.test(node.value) || WORDS.test(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity });
  return `---\n${text.split('\n').map(escapeControls).join('\n')}---\n\n`;
}
