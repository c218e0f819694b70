import * as z from 'zod/mini';
import { post } from './endpoint.ts';
import { text } from '../shared/fields.ts';

/** Maximum characters of pasted HTML; longer content stays plain text. */
export const MAX_PASTED = 400_000;

export const pastedText = {
  convert: post('/api/markdown', {
    scope: 'user',
    summary:
      'Rich text of the clipboard (HTML of Word, Excel, Google Docs, Confluence or a page) as markdown',
    body: z.object({ html: text(MAX_PASTED) }),
    result: z.object({ markdown: z.string() }),
  }),
};

/**
 * Whether a code editor wrote the HTML of a paste: all of it stands in one element with the font and the blanks of code. Its text
 * is code, and its colours are no markup.
 */
export const isOfCodeEditor = (html: string): boolean => {
  const [, style = ''] =
    /^(?:<(?!div|pre)[^<>]{0,500}>|<!--[^>]{0,500}-->|\s){0,50}<(?:div|pre)\b[^<>]{0,500}?\bstyle=("[^"]{0,2000}"|'[^']{0,2000}')/i.exec(
      html,
    ) ?? [];
  return (
    /font-family:[^;]*monospace/i.test(style) ||
    (/font-family:/i.test(style) && /white-space:\s*pre\b(?!-)/i.test(style))
  );
};
