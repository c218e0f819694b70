import type { Element, ElementContent, Parents, Root } from 'hast';
import { attribute, classesOf, element, findElement, isElement, textIn, textNode } from './elements.ts';

/** Code and other text whose lines and blanks count, although no element `pre` is around it. */

const KEEPS_BLANKS = /white-space(?:-collapse)?:\s*(?:pre|break-spaces|preserve)/i;
const LINES = new Set('div p li tr'.split(' '));
/** A text with these has a layout of its own. */
const hasLayout = (found: Element): boolean =>
  findElement(found, ({ tagName }) => /^(?:h[1-6]|[uo]l|table|pre|blockquote|img|hr)$/.test(tagName)) !==
  undefined;

/** Writes such text as a block of code. */
export function gatherCodeLines(parent: Root | Element): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child): ElementContent[] => {
    if (child.type !== 'element' || child.tagName === 'pre') return [child];
    if (isCodeOfLines(child) || isTextOfLines(child)) return [blockOf(child)];
    const isWhole = !child.children.some(isBlock);
    gatherCodeLines(child);
    return isWhole && child.children.some(isBlock) ? apart(child) : [child];
  }) as typeof parent.children;
}

const isBlock = (node: ElementContent): boolean => isElement(node, 'pre');

/** A paragraph ends before a block within it, and goes on after it. A line cannot hold one. */
function apart(found: Element): ElementContent[] {
  if (/^(?:div|li|t[dh]|blockquote|section|dd)$/.test(found.tagName)) return [found];
  const parts: ElementContent[][] = [[]];
  for (const child of found.children) {
    if (isBlock(child)) parts.push([child], []);
    else parts.at(-1)?.push(child);
  }
  return parts.flatMap((part) => {
    if (part.length === 0 || part.some(isBlock)) return part;
    return textIn({ ...found, children: part }).trim() === '' ? [] : [{ ...found, children: part }];
  });
}

/** `<code>a<br>b</code>`. Without a style, line ends in the source are blanks. */
function isCodeOfLines(found: Element): boolean {
  if (!isElement(found, 'code', 'samp')) return false;
  const lines = textOfLines(found);
  const isBroken = findElement(found, ({ tagName }) => tagName === 'br') !== undefined;
  return lines.trim().includes('\n') && (isBroken || keepsBlanks(found));
}

const keepsBlanks = (found: Element): boolean =>
  KEEPS_BLANKS.test(attribute(found, 'style')) ||
  findElement(found, (inner) => KEEPS_BLANKS.test(attribute(inner, 'style'))) !== undefined;

const isTextOfLines = (found: Element): boolean =>
  isElement(found, 'div', 'p') &&
  KEEPS_BLANKS.test(attribute(found, 'style')) &&
  !hasLayout(found) &&
  textOfLines(found).trim().includes('\n');

function blockOf(found: Element): Element {
  const inner = found.tagName === 'code' ? found : findElement(found, ({ tagName }) => tagName === 'code');
  const language = inner && classesOf(inner).find((name) => name.startsWith('language-'));
  const lines = textOfLines(found).replace(/^\n+|\s+$/g, '');
  return element('pre', {}, [
    element('code', language ? { className: [language] } : {}, [textNode(`${lines}\n`)]),
  ]);
}

/** The lines of a text as a browser shows them where blanks count. */
export function textOfLines(parent: Parents): string {
  let text = '';
  let isEnded = false;
  const add = (more: string) => {
    text += isEnded && !text.endsWith('\n') ? `\n${more}` : more;
    isEnded = false;
  };
  const visit = (node: Parents) => {
    for (const child of node.children) {
      if (child.type === 'text' && child.value !== '') add(child.value);
      if (child.type !== 'element') continue;
      if (child.tagName === 'br') add('\n');
      const isLine = LINES.has(child.tagName);
      isEnded ||= isLine && text !== '';
      visit(child);
      isEnded ||= isLine;
    }
  };
  visit(parent);
  return text.replaceAll('\u00a0', ' ');
}
