import type { EditorState, Line } from '@codemirror/state';
import { DEFAULT_IMAGE_SIZE, type ImageSize, sizeComment, sizeIn } from '../../images/image-size.ts';

/** A line that is one image of our own: from the object store, or embedded. */
const IMAGE =
  /^\s*!\[([^\]\n]*)\]\(\s*<?(\/objects\/[\w-]+|data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=]+)>?\s*\)\s*$/;

export type ImageLine = { line: Line; alt: string; src: string; size: ImageSize };

/** The image of a line with the size that the line before it says. */
export function imageIn(state: EditorState, line: Line): ImageLine | undefined {
  // Most lines are none, which their first letters tell.
  if (!/^\s*!\[/.test(line.text.slice(0, 40))) return undefined;
  const [, alt = '', src] = IMAGE.exec(line.text) ?? [];
  if (!src) return undefined;
  const before = line.number > 1 ? sizeIn(state.doc.line(line.number - 1).text) : undefined;
  return { line, alt, src, size: before ?? DEFAULT_IMAGE_SIZE };
}

/** The change that writes an image's new size on the line before it. */
export function sizeChange(state: EditorState, { line }: Pick<ImageLine, 'line'>, size: ImageSize) {
  const before = line.number > 1 ? state.doc.line(line.number - 1) : undefined;
  const comment = sizeComment(size);
  return before && sizeIn(before.text)
    ? { from: before.from, to: before.to, insert: comment }
    : { from: line.from, insert: `${comment}\n` };
}
