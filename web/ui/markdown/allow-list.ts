import type { Options } from 'rehype-sanitize';
import { SHOWN_ELEMENTS, STRIPPED_ELEMENTS } from '../../../contract/html-tags.ts';

/**
 * Stands before every id of a document. A document could otherwise name an element like one of the product's own, or
 * like a property of the page (`<a id="currentUser">`).
 */
export const ANCHOR_PREFIX = 'doc-';

/** The renderer makes a style of it. */
const ALIGN: [string, ...string[]] = ['align', 'left', 'center', 'right'];

/**
 * What a document may consist of; everything else is taken out and its text stays. No class but the few that mean
 * something in markdown, since a class of ours could lay a document's text over the screen.
 */
export const allowList: Options = {
  tagNames: SHOWN_ELEMENTS,
  attributes: {
    '*': ['dir', 'id', 'lang', 'title'],
    a: ['href', 'ariaDescribedBy', 'ariaLabel', 'dataFootnoteBackref', 'dataFootnoteRef'],
    code: [['className', /^language-[\w+#.-]+$/]],
    details: ['open'],
    h2: [['className', 'sr-only']],
    img: ['alt', 'height', 'src', 'width'],
    input: ['checked', ['disabled', true], ['type', 'checkbox']],
    li: [['className', 'task-list-item']],
    ol: ['reversed', 'start', ['className', 'contains-task-list']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    td: [ALIGN, 'colSpan', 'rowSpan'],
    th: [ALIGN, 'colSpan', 'rowSpan'],
    ul: [['className', 'contains-task-list']],
  },
  required: { input: { disabled: true, type: 'checkbox' } },
  ancestors: Object.fromEntries(
    ['caption', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'].map((part) => [part, ['table']]),
  ),
  // safe-tree.ts is stricter; this keeps dangerous addresses out even where somebody forgets it.
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https', 'data'] },
  clobber: ['ariaDescribedBy', 'id'],
  clobberPrefix: ANCHOR_PREFIX,
  strip: STRIPPED_ELEMENTS,
};
