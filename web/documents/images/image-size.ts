/** Size of an image in a document: whole pixels, or `auto` for as it comes out of the other one. */
export type ImageSize = { width: number | 'auto'; height: number | 'auto' };

const MIN_IMAGE_SIZE = { width: 100, height: 60 };
const MAX_IMAGE_PX = 2000;
export const DEFAULT_IMAGE_SIZE: ImageSize = { width: 300, height: 'auto' };

const inPixels = (length: number | 'auto'): string => (length === 'auto' ? 'auto' : `${length}px`);

/** Stands on the line before the image; readers see the image in this size. */
export const sizeComment = ({ width, height }: ImageSize): string =>
  `<!-- width=${inPixels(width)} height=${inPixels(height)} -->`;

const COMMENT =
  /^\s*<!--\s*width\s*=\s*(\d{1,4}|auto)(?:px)?\s+height\s*=\s*(\d{1,4}|auto)(?:px)?\s*-->\s*$/i;
const lengthIn = (text: string | undefined): number | 'auto' =>
  text === undefined || text.toLowerCase() === 'auto' ? 'auto' : Number(text);

/** The size that a line says; undefined when the line says none. */
export function sizeIn(line: string): ImageSize | undefined {
  const match = COMMENT.exec(line);
  return match ? { width: lengthIn(match[1]), height: lengthIn(match[2]) } : undefined;
}

const IMAGE =
  /^\s*!\[([^\]\n]*)\]\(\s*<?(\/objects\/[\w-]+|data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=]+)>?\s*\)\s*$/;

/** The image of a line that is one image of our own, from the object store or embedded; undefined for every other line. */
export function imageOf(line: string): { alt: string; src: string } | undefined {
  // Most lines are none, which their first letters tell.
  if (!/^\s*!\[/.test(line.slice(0, 40))) return undefined;
  const [, alt = '', src] = IMAGE.exec(line) ?? [];
  return src ? { alt, src } : undefined;
}

/**
 * The line behind which a block may come that is put at line `number`: a size and its image stay together, so between the
 * two it is that of the image.
 */
export function lineToInsertAfter(number: number, line: (number: number) => string | undefined): number {
  const isBlank = (at: number) => line(at)?.trim() === '';
  let comment = number;
  while (isBlank(comment)) comment -= 1;
  if (!sizeIn(line(comment) ?? '')) return number;
  let image = comment + 1;
  while (isBlank(image)) image += 1;
  return /^\s*!\[/.test(line(image) ?? '') ? image : number;
}

/** A size that was drawn or typed, within its bounds. */
export function bounded({ width, height }: ImageSize): ImageSize {
  const within = (length: number | 'auto', min: number) =>
    length === 'auto' ? length : Math.min(Math.max(Math.round(length), min), MAX_IMAGE_PX);
  return { width: within(width, MIN_IMAGE_SIZE.width), height: within(height, MIN_IMAGE_SIZE.height) };
}

/** An image that is shown as `was`, drawn to another width in its shape: not too flat either, unless it was flatter before. */
export function withWidth(width: number, was: { width: number; height: number }): ImageSize {
  const least = was.height < MIN_IMAGE_SIZE.height ? 0 : (MIN_IMAGE_SIZE.height * was.width) / was.height;
  return bounded({ width: Math.max(width, Math.ceil(least)), height: 'auto' });
}

/** An uploaded image as a document shows it. */
export const imageMarkdown = (name: string, path: string, size: ImageSize = DEFAULT_IMAGE_SIZE): string =>
  `${sizeComment(size)}\n![${altFor(name)}](${path})`;

/** The name of the file without its ending and without what markdown would read in it. */
const altFor = (name: string): string =>
  name
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replaceAll(/[[\]\\<>`*_!\r\n]/g, ' ')
    .trim() || 'Screenshot';
