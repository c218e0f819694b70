import type { Element, Parents, Root } from 'hast';

/** `<!-- width=300px height=auto -->` on the line before an image; `auto` is as good as left out. */
const SIZE = /^\s*width\s*=\s*(\d{1,4}|auto)(?:px)?\s+height\s*=\s*(\d{1,4}|auto)(?:px)?\s*$/i;
/** A size counts for an image that stands first in one of these. */
const FRAMES = new Set(['p', 'a', 'figure']);

type Size = { width?: string; height?: string };

/** Gives images the size that the comment before them says. */
export const imageSizes = () => (tree: Root) => {
  apply(tree, undefined);
};

/** Walks in the order of the document; returns the size that still waits for its image. */
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
