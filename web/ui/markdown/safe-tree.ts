import type { Root, Element, ElementContent, Parents, RootContent } from 'hast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified, type Processor } from 'unified';
import { allowList } from './allow-list.ts';
import { imageKind, linkKind } from './addresses.ts';
import { isElement, elementsBelow, textOf } from './tree.ts';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { HeadingIds, slugOf } from '../../../contract/shared/heading-id.ts';
import type { Html, Nodes, Parents as MarkdownParents, Root as MarkdownRoot } from 'mdast';
import { HtmlReader } from '../../../contract/shared/html-tags.ts';

/** Shows text that looks like a tag but is none literally, such as `<server-name>` or a piece of XML. */
const literalTags = () => (tree: MarkdownRoot) => {
  const found = htmlNodes(tree);
  const reader = new HtmlReader(found.map(({ node }) => node.value).join('\n'));
  for (const { node, parent } of found) {
    const isBlock = parent.type !== 'paragraph' && BLOCK_PARENTS.has(parent.type);
    const parts = isBlock ? reader.blockParts(node.value) : reader.parts(node.value);
    if (isBlock && parts.length === 1 && parts[0]?.kind === 'words')
      parent.children.splice(parent.children.indexOf(node as never), 1, {
        type: 'code',
        lang: 'xml',
        value: node.value,
      } as never);
    // Keep character references in the text, because it is still HTML.
    else
      node.value = parts
        .map(({ kind, text }) => (kind === 'words' ? text.replaceAll('<', '&lt;') : text))
        .join('');
  }
};

const BLOCK_PARENTS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

function htmlNodes(tree: MarkdownRoot): { node: Html; parent: MarkdownParents }[] {
  const found: { node: Html; parent: MarkdownParents }[] = [];
  const visit = (parent: MarkdownParents) => {
    for (const child of parent.children as Nodes[]) {
      if (child.type === 'html') found.push({ node: child, parent });
      else if ('children' in child) visit(child);
    }
  };
  visit(tree);
  return found;
}

/** Blocks that are rendered together; few enough that the page can handle a key press in between. */
const BLOCKS = 40;

export type Part = RootContent[];

/** The blocks of a text in document order, grouped. */
export function partsOf(text: string): Part[] {
  const { children } = safeTree(text);
  const count = Math.max(Math.ceil(children.length / BLOCKS), 1);
  return Array.from({ length: count }, (_, n) => children.slice(n * BLOCKS, (n + 1) * BLOCKS));
}

/** A text whose markdown takes too long to read. */
export function partsAsWritten(value: string): Part[] {
  const reason = 'This text takes too long to lay out, so it is shown as it was written.';
  const code = element('code', { type: 'text', value });
  return [[element('p', { type: 'text', value: reason }), element('pre', code)]];
}

const element = (tagName: string, child: ElementContent): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children: [child],
});

/** `<!-- width=300px height=auto -->` on the line before an image; `auto` is the same as no value. */
const SIZE = /^\s*width\s*=\s*(\d{1,4}|auto)(?:px)?\s+height\s*=\s*(\d{1,4}|auto)(?:px)?\s*$/i;
/** A size applies to an image that is the first child of one of these. */
const FRAMES = new Set(['p', 'a', 'figure']);

type Size = { width?: string; height?: string };

/** Applies the size comment before an image. */
const imageSizes = () => (tree: Root) => {
  apply(tree, undefined);
};

/** Walks in document order; returns the size that no image has used yet. */
function apply(parent: Parents, waiting: Size | undefined): Size | undefined {
  let size = waiting;
  for (const child of parent.children) {
    if (child.type === 'comment') size = sizeIn(child.value) ?? size;
    else if (child.type === 'text') size = child.value.trim() === '' ? size : undefined;
    else if (child.type === 'element') size = applyTo(child, size);
  }
  return size;
}

function applyTo(element: Element, size: Size | undefined): Size | undefined {
  if (element.tagName === 'img' && size) Object.assign(element.properties, size);
  return apply(element, FRAMES.has(element.tagName) ? size : undefined);
}

function sizeIn(comment: string): Size | undefined {
  const [, width, height] = SIZE.exec(comment) ?? [];
  if (!width || !height) return undefined;
  return { ...(width !== 'auto' && { width }), ...(height !== 'auto' && { height }) };
}

/**
 * Gives every heading an id made from its text, so that `#its-words` links to it. Older documents mark anchors with `<a
 * name>`, which becomes an id as well.
 */
const headingIds = () => (tree: Root) => {
  const ids = new HeadingIds();
  for (const { tagName, properties, ...element } of elementsBelow(tree)) {
    if (tagName === 'a') properties['id'] ??= properties['name'];
    if (/^h[1-6]$/.test(tagName))
      properties['id'] ??= ids.give(slugOf(element.children.map(textOf).join('')));
    if (properties['id'] !== undefined) ids.take(String(properties['id']));
  }
};

/**
 * Tables, task lists, strike-through, footnotes and bare addresses. The package remark-gfm would also add the
 * conversion from tree to text, a tenth of the view's size.
 */
function githubFlavour(this: Processor) {
  const data = this.data() as { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };
  // One tilde is a letter: `8000~8010 and 9000~9010`.
  (data.micromarkExtensions ??= []).push(gfm({ singleTilde: false }));
  (data.fromMarkdownExtensions ??= []).push(gfmFromMarkdown());
}

/**
 * Removes addresses that are not followed, opens links to other sites in a new tab, and replaces foreign images by
 * their names.
 */
const checkAddresses = () => (tree: Root) => check(tree, false);

function check(parent: Parents, isInLink: boolean): void {
  for (const [index, child] of parent.children.entries()) {
    if (!isElement(child)) continue;
    if (child.tagName === 'img') parent.children[index] = checkedImage(child, isInLink);
    if (child.tagName === 'a') checkLink(child);
    check(child, isInLink || child.tagName === 'a');
  }
}

function checkLink({ properties }: Element): void {
  const kind = linkKind(String(properties['href'] ?? ''));
  if (!kind) delete properties['href'];
  if (kind === 'outside') Object.assign(properties, { target: '_blank', rel: ['noopener', 'noreferrer'] });
}

function checkedImage(image: Element, isInLink: boolean): ElementContent {
  const address = String(image.properties['src'] ?? '');
  const alt = String(image.properties['alt'] ?? '');
  const kind = imageKind(address);
  if (kind === 'own') return image;
  if (kind === undefined || isInLink) return { type: 'text', value: alt };
  return {
    type: 'element',
    tagName: 'a',
    properties: { href: address, target: '_blank', rel: ['noopener', 'noreferrer'] },
    children: [{ type: 'text', value: alt ? `Image: ${alt} (${address})` : `Image: ${address}` }],
  };
}

// The order matters: steps before sanitising may read the whole document, later steps see only what is allowed.
const processor = unified()
  .use(remarkParse)
  .use(githubFlavour)
  .use(literalTags)
  // Footnote ids get their prefix with all others.
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(rehypeRaw)
  .use(imageSizes)
  .use(headingIds)
  .use(rehypeSanitize, allowList)
  .use(checkAddresses)
  .freeze();

/**
 * Markdown with HTML as elements that cannot run scripts, cover the screen or contact other sites. Needs no I/O and no
 * page.
 */
function safeTree(text: string): Root {
  const tree = processor.runSync(processor.parse(text));
  dropPositions(tree);
  return tree;
}

/** Removes the source positions of nodes: they double the size of the tree, and nothing reads them. */
function dropPositions(node: { position?: unknown; children?: unknown[] }) {
  delete node.position;
  for (const child of node.children ?? []) dropPositions(child as typeof node);
}
