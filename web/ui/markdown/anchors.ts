import { ANCHOR_PREFIX } from './allow-list.ts';

/** Scrolls to the place of a document that `#anchor` names; false when the document has no such place. */
export function scrollToAnchor(document: Element, anchor: string): boolean {
  const name = decoded(anchor.replace(/^#/, ''));
  const place = [name, name.toLowerCase()]
    .map((id) => document.querySelector(`#${CSS.escape(ANCHOR_PREFIX + id)}`))
    .find(Boolean);
  place?.scrollIntoView();
  return Boolean(place);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % means itself.
    return text;
  }
}
