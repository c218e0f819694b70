import type { Options } from 'rehype-sanitize';
import { SHOWN_ELEMENTS, STRIPPED_ELEMENTS } from '../../../contract/shared/html-tags.ts';

/**
 * Prefix of every id in a document. Otherwise a document could use an id of the product's own elements, or shadow a
 * property of the page (`<a id="currentUser">`).
 */
export const ANCHOR_PREFIX = 'doc-';

/** The renderer converts it to a style. */
const ALIGN: [string, ...string[]] = ['align', 'left', 'center', 'right'];

/**
 * Elements and attributes that documents may use; all others are removed and their text stays. Only classes with a
 * meaning in markdown are allowed, because a class of the product could place text over the screen.
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
  // safe-tree.ts is stricter. This is a second line of defence against dangerous addresses.
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https', 'data'] },
  clobber: ['ariaDescribedBy', 'id'],
  clobberPrefix: ANCHOR_PREFIX,
  strip: STRIPPED_ELEMENTS,
};
