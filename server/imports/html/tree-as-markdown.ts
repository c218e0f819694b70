import { posix } from 'node:path';
import type { Element, Root, ElementContent } from 'hast';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, toMarkdown } from 'mdast-util-to-markdown';
import {
  findElements,
  isElement,
  replaceElements,
  attribute,
  element,
  textIn,
  textNode,
  type Report,
} from './elements.ts';
import { HeadingIds, slugOf } from '../../../contract/shared/heading-id.ts';
import { unescaped } from '../resolve.ts';
import { gatherCodeLines } from './code-lines.ts';
import { handlers } from './handlers.ts';
import { fitTables } from './tables.ts';
import type { Emphasis, Html, Parents, PhrasingContent, Strong } from 'mdast';
import { toString } from 'mdast-util-to-string';

export type Markdown = {
  markdown: string;
  /** Sentences about content that differs from the page. */
  changes: string[];
};

/** Converts the tree of a page of standard HTML to equivalent markdown. Takes minutes for some trees. */
export function markdownOfTree(tree: Root): Markdown {
  const changes = new Set<string>();
  const report: Report = (sentence) => changes.add(sentence);
  gatherCodeLines(tree);
  nestLists(tree);
  fitAnchors(tree);
  // A label around its box hides the task from the converter.
  replaceElements(tree, (found) => (isElement(found, 'label') ? found.children : marked(found)));
  replaceEmbedded(tree, report);
  fitTables(tree);
  const page = toMdast(tree, { handlers });
  if ('children' in page) {
    fitEmphasis(page);
    tightenLists(page);
  }
  const markdown = toMarkdown(page, {
    extensions: [gfmToMarkdown()],
    handlers: {
      text: (node, parent, state, info) =>
        withoutNeedlessEscapes(defaultHandlers.text(node, parent, state, info)),
    },
    bullet: '-',
    rule: '-',
    fences: true,
  });
  return { markdown, changes: [...changes] };
}

/**
 * Many editors place a nested list beside its item instead of inside, where the converter would attach it to the next
 * item.
 */
function nestLists(tree: Root): void {
  replaceElements(tree, (list) => {
    if (!isElement(list, 'ul', 'ol')) return undefined;
    const children: Element['children'] = [];
    let above: Element | undefined;
    for (const child of list.children) {
      if (above && isElement(child, 'ul', 'ol')) above.children.push(child);
      else children.push(child);
      if (isElement(child, 'li')) above = child;
    }
    list.children = children;
    return undefined;
  });
}

/**
 * Headings get new ids by their words. Links within the page lead to the heading of their target, or to the one above
 * it.
 */
function fitAnchors(tree: Root): void {
  const ids = new HeadingIds();
  const targets = new Map<string, string>();
  let above = '';
  for (const found of findElements(tree, () => true)) {
    if (/^h[1-6]$/.test(found.tagName)) above = ids.give(slugOf(textIn(found)));
    for (const id of [attribute(found, 'id'), attribute(found, 'name')])
      if (id && above) targets.set(id, above);
  }
  for (const found of findElements(tree, ({ tagName }) => tagName === 'a')) {
    const address = attribute(found, 'href');
    const target = address.startsWith('#') && targets.get(unescaped(address.slice(1)));
    if (target) found.properties['href'] = `#${target}`;
  }
}

/** Office programs and editors of wikis use styles instead of elements. */
function marked(found: Element): ElementContent[] | undefined {
  const style = attribute(found, 'style');
  if (isElement(found, 'b', 'strong') && /font-weight:\s*(?:normal|[1-4]00)/i.test(style))
    return found.children;
  if (!isElement(found, 'span', 'font') || textIn(found).trim() === '') return undefined;
  let children = found.children;
  const wrapIn = (name: string, isMeant: RegExp) => {
    if (isMeant.test(style)) children = [element(name, {}, children)];
  };
  wrapIn('code', /font-family:[^;]*(?:monospace|consolas|courier|menlo|monaco)/i);
  wrapIn('strong', /font-weight:\s*(?:bold|[6-9]00)/i);
  wrapIn('em', /font-style:\s*italic/i);
  wrapIn('del', /text-decoration[\w-]*:[^;]*line-through/i);
  return children;
}

/** Elements that a document cannot contain and that have no text. */
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
 * Replaces embedded pages by a link and removes what documents cannot contain; reports both. Scripts and styles are
 * dropped silently, since they are not content.
 */
function replaceEmbedded(tree: Root, report: Report): void {
  replaceElements(tree, (found) => {
    const { tagName } = found;
    if (tagName === 'iframe') return linkInPlaceOf(found, 'An embedded page', report);
    if (tagName === 'video') return linkInPlaceOf(found, 'A video', report);
    if (tagName === 'audio') return linkInPlaceOf(found, 'An audio file', report);
    if (/^(?:script|style|template|noscript|colgroup)$/.test(tagName)) return [];
    // An icon that is marked as decoration is no content either.
    if (attribute(found, 'role') === 'presentation' && tagName === 'svg') return [];
    const what = LOST.get(tagName);
    if (!what) return undefined;
    const text = tagName === 'form' || tagName === 'math' ? found.children : [];
    report(
      `It contains ${what}, which a document cannot show${text.length > 0 ? '; its text was kept' : ''}`,
    );
    return text;
  });
}

function linkInPlaceOf(found: Element, what: string, report: Report): ElementContent[] {
  const source = found.children.find((child) => isElement(child, 'source'));
  const address = attribute(found, 'src') || (source ? attribute(source, 'src') : '');
  if (!address || /^\s*(?:javascript|data|vbscript):/i.test(address)) {
    report(`${what} without an allowed address was left out`);
    return [];
  }
  report(`${what} was replaced by a link: ${address.slice(0, 200)}`);
  const own = attribute(found, 'title') || attribute(found, 'ariaLabel') || textIn(found).trim();
  // A path in a zip may hold ids.
  const words = own || (/^\w+:|^\/\//.test(address) ? address : unescaped(posix.basename(address)));
  return [element('p', {}, [element('a', { href: address }, [textNode(words)])])];
}

/**
 * Markdown emphasis works only next to certain characters. Elsewhere it is written as HTML, so that no character has to
 * become an entity.
 */
function fitEmphasis(parent: Parents): void {
  for (const child of parent.children) if ('children' in child) fitEmphasis(child);
  const children = parent.children as PhrasingContent[];
  const moved = children.flatMap((child) => (isEmphasis(child) ? withBlanksOutside(child) : [child]));
  parent.children = moved.flatMap((child, index): PhrasingContent[] => {
    if (!isEmphasis(child)) return [child];
    const before = toString(moved[index - 1]).at(-1) ?? '';
    const after = toString(moved[index + 1]).at(0) ?? '';
    const text = toString(child);
    const works = opens(before, text.at(0) ?? '') && opens(after, text.at(-1) ?? '');
    if (works) return [child];
    const tag = child.type === 'strong' ? 'strong' : 'em';
    return [html(`<${tag}>`), ...child.children, html(`</${tag}>`)];
  }) as typeof parent.children;
  // A line of a paragraph must not start with a tag, which could start a block.
  parent.children = (parent.children as PhrasingContent[]).map((child, index, all) =>
    child.type === 'break' && all[index + 1]?.type === 'html' ? html('<br>') : child,
  ) as typeof parent.children;
}

/** A line with a list below it needs no blank lines. */
function tightenLists(parent: Parents): void {
  for (const child of parent.children) if ('children' in child) tightenLists(child);
  const below = parent.children.slice(1);
  if (parent.type === 'listItem' && below.length > 0 && below.every(({ type }) => type === 'list'))
    parent.spread = false;
  if (parent.type === 'list') parent.spread = parent.children.some(({ spread }) => spread);
}

const html = (value: string): Html => ({ type: 'html', value });

const isEmphasis = (node: { type: string }): node is Strong | Emphasis =>
  node.type === 'strong' || node.type === 'emphasis';

/** Moves whitespace at the edges out of bold text, where markdown requires it. */
function withBlanksOutside(node: Strong | Emphasis): PhrasingContent[] {
  const [first, last] = [node.children.at(0), node.children.at(-1)];
  let [before, after] = ['', ''];
  if (first?.type === 'text') first.value = first.value.replace(/^\s+/, (blanks) => ((before = blanks), ''));
  if (last?.type === 'text') last.value = last.value.replace(/\s+$/, (blanks) => ((after = blanks), ''));
  const isEmpty = toString(node) === '' && node.children.every(({ type }) => type === 'text');
  const text = (value: string): PhrasingContent[] => (value ? [{ type: 'text', value }] : []);
  return [...text(before), ...(isEmpty ? [] : [node]), ...text(after)];
}

/** Whether a mark between these characters starts emphasis. `outside` precedes it, and `inside` follows it. */
const opens = (outside: string, inside: string): boolean =>
  inside !== '' && (!isSign(inside) || outside === '' || isSign(outside) || /\s/.test(outside));

const isSign = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);

/**
 * Removes unnecessary escapes: of an underscore or ampersand inside a word, of brackets that start no link, and in
 * addresses, which may become links. `text` is one escaped text node.
 */
const withoutNeedlessEscapes = (text: string): string =>
  text.includes('\\')
    ? text
        .replaceAll(/(?<=[\p{L}\p{N}])(?:\\_)+(?=[\p{L}\p{N}])/gu, (marks) => marks.replaceAll('\\', ''))
        .replaceAll(/(?<!\\)\\&(?!#?\w{1,40};)/g, '&')
        .replaceAll(/(?<=\w)\\\[([^[\]\\]*)\](?![(:[]|$)/g, '[$1]')
        .replaceAll(/(?<=\w)\\(?=:\/\/|@\w)|(?<=\bwww)\\(?=\.)/g, '')
    : text;
