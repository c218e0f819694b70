import type { EditorState, Line } from '@codemirror/state';
import { DEFAULT_IMAGE_SIZE, imageOf, type ImageSize, sizeComment, sizeIn } from '../../images/image-size.ts';

/** A line that shows an image, and the size it is shown in. */
export type ImageLine = { line: Line; alt: string; src: string; size: ImageSize };

/** The image of a line with the size that the line before it says. */
export function imageIn(state: EditorState, line: Line): ImageLine | undefined {
  const image = imageOf(line.text);
  if (!image) return undefined;
  const before = line.number > 1 ? sizeIn(state.doc.line(line.number - 1).text) : undefined;
  return { line, ...image, size: before ?? DEFAULT_IMAGE_SIZE };
}

/** The change that writes an image's new size on the line before it. */
export function sizeChange(state: EditorState, { line }: Pick<ImageLine, 'line'>, size: ImageSize) {
  const before = line.number > 1 ? state.doc.line(line.number - 1) : undefined;
  const comment = sizeComment(size);
  return before && sizeIn(before.text)
    ? { from: before.from, to: before.to, insert: comment }
    : { from: line.from, insert: `${comment}\n` };
}
