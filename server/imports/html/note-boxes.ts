import type { Element, ElementContent } from 'hast';
import {
  attribute,
  classesOf,
  element,
  isElement,
  isKindOfNote,
  kindOfNote,
  note,
  textIn,
} from './elements.ts';

/**
 * Warning boxes of other products in HTML, for pages of a zip and for the clipboard: who writes it, the class or attribute that
 * marks it, and the class of its title. Its kind is the attribute, or a class that ends with the word for it.
 */
type Row = { products: string; box: RegExp | string; title: RegExp; content?: RegExp };

const ROWS: Row[] = [
  { products: 'GitHub, GitLab', box: /^markdown-alert$/, title: /^markdown-alert-title$/ },
  { products: 'MkDocs, Sphinx', box: /^admonition$/, title: /^admonition-title$/ },
  { products: 'Docusaurus', box: /^theme-admonition$/, title: /^admonition-?heading/i },
  {
    products: 'VitePress, VuePress',
    box: /^custom-(?:block|container)$/,
    title: /^custom-(?:block|container)-title$/,
  },
  {
    products: 'Confluence',
    box: /^confluence-information-macro$/,
    title: /^title$/,
    content: /-macro-body$/,
  },
  { products: 'Confluence Cloud', box: 'dataPanelType', title: /^$/, content: /panel__content$/ },
  { products: 'Outline', box: /^notice-block$/, title: /^$/, content: /^content$/ },
  { products: 'Docmost', box: 'dataCalloutType', title: /^$/ },
  { products: 'Obsidian', box: 'dataCallout', title: /^callout-title$/, content: /^callout-content$/ },
  { products: 'BookStack', box: /^callout$/, title: /^callout-title$/ },
  { products: 'Hugo Relearn', box: /^notices$/, title: /^box-label$/, content: /^box-content/ },
  { products: 'GitBook, docsify', box: /^hint$/, title: /^hint-title$/ },
  { products: 'Asciidoctor', box: /^admonitionblock$/, title: /^icon$/, content: /^content$/ },
  { products: 'Wiki.js', box: /^is-(?:info|success|warning|danger)$/, title: /^$/ },
  {
    products: 'Bootstrap, Docsy',
    box: /^alert-{1,2}(?:info|success|warning|danger)$/,
    title: /^alert-(?:heading|title)$/,
  },
  { products: 'Atlassian', box: /^aui-message$/, title: /^title$/ },
  {
    products: 'Microsoft Learn, just-the-docs, Slate',
    box: /^(?:note|tip|hint|important|warning|caution|danger|attention)$/i,
    title: /^alert-title$/,
  },
];

/** A quotation in place of a warning box; undefined for other elements. */
export function noteInPlaceOf(found: Element): Element | undefined {
  if (!isElement(found, 'div', 'p', 'aside', 'section', 'blockquote', 'details')) return undefined;
  const classes = classesOf(found);
  const row = ROWS.find(({ box }) =>
    typeof box === 'string' ? attribute(found, box) !== '' : classes.some((name) => box.test(name)),
  );
  if (!row || textIn(found).trim() === '') return undefined;
  const head = findIn(found, row.title);
  const title = head ? textIn(head).trim().replaceAll(/\s+/g, ' ') : '';
  const word =
    typeof row.box === 'string' ? attribute(found, row.box) : classes.map(lastWord).find(isKindOfNote);
  const kind = kindOfNote(isKindOfNote(title) ? title : isKindOfNote(word ?? '') ? (word ?? '') : 'note');
  const content = row.content && findIn(found, row.content);
  const body = content ? content.children : without(found, head);
  return note(
    kind,
    isKindOfNote(title) ? '' : title,
    found.tagName === 'p' ? [element('p', {}, body)] : body,
  );
}

const lastWord = (name: string): string => name.split('-').at(-1) ?? name;

function findIn(parent: Element, title: RegExp): Element | undefined {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    if (classesOf(child).some((name) => title.test(name))) return child;
    const found = findIn(child, title);
    if (found) return found;
  }
  return undefined;
}

const without = (parent: Element, gone: Element | undefined): ElementContent[] =>
  parent.children.flatMap((child): ElementContent[] => {
    if (child === gone) return [];
    return [isElement(child) && gone ? { ...child, children: without(child, gone) } : child];
  });
