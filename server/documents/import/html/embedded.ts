import type { Element, ElementContent, Root } from 'hast';
import { attribute, element, isElement, replaceElements, textIn, textNode } from './elements.ts';
import type { Tell } from './elements.ts';

/** What a document of the product cannot hold and is no text either. */
const LOST = new Map([
  ['object', 'an embedded object'],
  ['embed', 'an embedded object'],
  ['applet', 'an embedded object'],
  ['canvas', 'a drawing'],
  ['svg', 'a drawing within the page'],
  ['math', 'a formula'],
  ['form', 'a form'],
]);

/**
 * Replaces what other pages embed by a link to it, and takes out what documents cannot hold, telling of both. Scripts and
 * styles are no part of what a page says.
 */
export function replaceEmbedded(tree: Root, tell: Tell): void {
  replaceElements(tree, (found) => {
    const { tagName } = found;
    if (tagName === 'iframe') return linkInPlaceOf(found, 'a page that it embeds', tell);
    if (tagName === 'video' || tagName === 'audio') return linkInPlaceOf(found, `${tagName}`, tell);
    if (/^(?:script|style|template|noscript|colgroup)$/.test(tagName)) return [];
    const what = LOST.get(tagName);
    if (!what) return undefined;
    const text = tagName === 'form' || tagName === 'math' ? found.children : [];
    tell(`It holds ${what}, which a document cannot show${text.length > 0 ? '; its text was kept' : ''}`);
    return text;
  });
}

function linkInPlaceOf(found: Element, what: string, tell: Tell): ElementContent[] {
  const source = found.children.find((child) => isElement(child, 'source'));
  const address = attribute(found, 'src') || (source ? attribute(source, 'src') : '');
  if (!address || /^\s*(?:javascript|data|vbscript):/i.test(address)) {
    tell(`It holds ${what} without an address that may be opened; it was left out`);
    return [];
  }
  tell(`It shows ${what}; a link stands in its place: ${address.slice(0, 200)}`);
  const words = attribute(found, 'title') || textIn(found).trim() || address;
  return [element('p', {}, [element('a', { href: address }, [textNode(words)])])];
}
