import type { Element, ElementContent, Parents, Root } from 'hast';

/** Helpers for trees of HTML pages. */

/** Reports in a sentence what is lost or changed. */
export type Report = (sentence: string) => void;

export const element = (
  tagName: string,
  properties: Element['properties'] = {},
  children: ElementContent[] = [],
): Element => ({ type: 'element', tagName, properties, children });

export const textNode = (value: string): ElementContent => ({ type: 'text', value });

export const isElement = (node: { type: string } | undefined, ...names: string[]): node is Element =>
  node?.type === 'element' && (names.length === 0 || names.includes((node as Element).tagName));

export const classesOf = ({ properties }: Element): string[] => {
  const { className } = properties;
  return Array.isArray(className) ? className.map(String) : [];
};
export const hasClass = (node: { type: string }, name: string): boolean =>
  isElement(node) && classesOf(node).includes(name);

/** An attribute as text; '' when it is missing. */
export const attribute = ({ properties }: Element, name: string): string => {
  const value = properties[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** All text inside a node. */
export function textIn(node: Root | ElementContent): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map((child) => textIn(child as ElementContent)).join('') : '';
}

/** The first matching descendant in document order. */
export function findElement(parent: Parents, fits: (element: Element) => boolean): Element | undefined {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const found = fits(child) ? child : findElement(child, fits);
    if (found) return found;
  }
  return undefined;
}

/** All matching descendants in document order. */
export function findElements(parent: Parents, fits: (element: Element) => boolean): Element[] {
  return parent.children.flatMap((child) =>
    child.type === 'element' ? [...(fits(child) ? [child] : []), ...findElements(child, fits)] : [],
  );
}

/** Replaces elements from the innermost outwards. `change` returns the replacement, or undefined to keep the element. */
export function replaceElements(
  parent: Parents,
  change: (element: Element) => ElementContent[] | undefined,
): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type !== 'element') return [child];
    replaceElements(child, change);
    return change(child) ?? [child];
  });
}

/** Kinds of notes by each product's word. */
const KINDS = new Map(
  Object.entries({
    Info: 'info information',
    // The plain box of Docmost is the default.
    Note: 'note default',
    Tip: 'tip hint success check done',
    Important: 'important',
    Warning: 'warning warn attention caution',
    Danger: 'danger error failure fail bug',
    Example: 'example',
    Question: 'question help faq',
    Quote: 'quote cite',
    Summary: 'abstract summary tldr',
    'To-do': 'todo',
  }).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
);

export const isKindOfNote = (word: string): boolean => KINDS.has(word.toLowerCase());

/** Heading of a note; an unknown kind keeps its own name. */
export function kindOfNote(word: string): string {
  const known = KINDS.get(word.toLowerCase());
  return known ?? (word ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase() : 'Note');
}

/** `Warning: Title`, or the kind alone if the title says the same. */
export function headOfKind(kind: string, title: string): string {
  const words = title.trim();
  return words === '' || words.toLowerCase() === kind.toLowerCase() ? kind : `${kind}: ${words}`;
}

/** Converts a coloured box to a quotation that starts with its kind and its title, if any. */
export function note(kind: string, title: string, children: ElementContent[]): Element {
  return element('blockquote', {}, [
    element('p', {}, [element('strong', {}, [textNode(headOfKind(kind, title))])]),
    element('div', {}, children),
  ]);
}

/** An item of a list of tasks, whose box stands beside the element with its text. */
export function taskItem({ children }: Element, checked: boolean): Element {
  const text = children.filter((child): boolean => !isElement(child, 'label', 'span'));
  const inner = text.flatMap((child) => (isElement(child, 'div') ? child.children : [child]));
  // A paragraph inside would put blank lines between tasks.
  const [first, ...rest] = inner;
  const isLine =
    first && isElement(first) && first.tagName === 'p' && rest.every((child) => isElement(child, 'ul', 'ol'));
  const words = isLine ? [...first.children, ...rest] : inner;
  return element('li', {}, [element('input', { type: 'checkbox', checked }), textNode(' '), ...words]);
}

/** A collapsible section. */
export const details = (summary: string, children: ElementContent[]): Element =>
  element('details', {}, [element('summary', {}, [textNode(summary)]), ...children]);
