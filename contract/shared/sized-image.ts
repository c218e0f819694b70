import { codeLines } from './outline.ts';

/** An image of a form with its display size; '' is no image. */
export type SizedImage = {
  image: string;
  /** Alternative text. */
  name: string;
  /** Pixels as in 300px, or auto. */
  imageWidth: string;
  imageHeight: string;
};

export const DEFAULT_WIDTH = '300px';
export const DEFAULT_HEIGHT = 'auto';
/** Size of an image without one in its text, for example written by a model. */
const UNSAID_HEIGHT = '200px';

export const NO_IMAGE: SizedImage = {
  image: '',
  name: '',
  imageWidth: DEFAULT_WIDTH,
  imageHeight: DEFAULT_HEIGHT,
};

/** Normalises a size: whole pixels or auto; a bare number means pixels. Undefined for anything else. */
export function readSize(typed: string): string | undefined {
  const [, pixels] = /^\s*(\d{1,4})(?:px)?\s*$/i.exec(typed) ?? [];
  if (pixels && Number(pixels) > 0) return `${Number(pixels)}px`;
  return /^\s*auto\s*$/i.test(typed) ? 'auto' : undefined;
}

/** The image, preceded by a line with its size; '' without an image. */
export function writeImage({ image, name, imageWidth, imageHeight }: SizedImage): string {
  if (!image) return '';
  const width = readSize(imageWidth) ?? DEFAULT_WIDTH;
  const height = readSize(imageHeight) ?? DEFAULT_HEIGHT;
  return `<!-- width=${width} height=${height} -->\n![${name.replace(/[[\]\\\s]+/g, ' ').trim()}](${image})`;
}

const AT_END =
  /(?:^|\n)(?:<!-- width=(auto|\d{1,4}px) height=(auto|\d{1,4}px) -->\n)?!\[([^[\]\\\n]*)\]\(([^\s()<>]+)\)$/;

/** Splits a text that ends in an image; without an image it is all text. */
export function splitImageOff(text: string): { before: string; image: SizedImage } {
  const found = AT_END.exec(text);
  if (!found) return { before: text, image: NO_IMAGE };
  const [, width, height, name = '', image = ''] = found;
  return {
    before: text.slice(0, found.index),
    image: {
      image,
      name,
      imageWidth: width ?? DEFAULT_WIDTH,
      imageHeight: height ?? UNSAID_HEIGHT,
    },
  };
}

/** Follows a description that ends in an image, when the step itself has none. */
export const NO_IMAGE_MARK = '<!-- no image of the step -->';

/**
 * Removes the mark from a text for display and search. After a merge the mark may be inside a step, where it has no
 * meaning; in code it is an example.
 */
export function withoutNoImageMarks(text: string): string {
  if (!text.includes(NO_IMAGE_MARK)) return text;
  const lines = text.split('\n');
  const { isCode } = codeLines(lines);
  return lines.filter((line, number) => isCode[number] || line.trim() !== NO_IMAGE_MARK).join('\n');
}
