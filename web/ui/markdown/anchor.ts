import { ANCHOR_PREFIX } from './allow-list.ts';

/** The element that `#anchor` names, in a text or above it. */
function elementAt(document: Element, anchor: string): Element | undefined {
  const name = anchorName(anchor);
  for (const id of [name, name.toLowerCase()]) {
    const found = document.querySelector(`#${CSS.escape(ANCHOR_PREFIX + id)}`);
    if (found) return found;
  }
  return undefined;
}

/** Scrolls to the element that `#anchor` names; returns false if there is none. */
export function scrollToAnchor(document: Element, anchor: string): boolean {
  const place = elementAt(document, anchor);
  place?.scrollIntoView();
  return place !== undefined;
}

/** The name that an address contains after `#`. */
export function anchorName(hash: string): string {
  const text = hash.replace(/^#/, '');
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % is literal.
    return text;
  }
}
