import * as z from 'zod/mini';
import { post } from './endpoint.ts';
import { text } from './fields.ts';

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
