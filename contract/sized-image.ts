import { codeLines } from './outline.ts';

/** An image of a form with the size it is shown in; '' is no image. */
export type SizedImage = {
  image: string;
  /** Its alternative text. */
  name: string;
  /** Pixels as in 300px, or auto. */
  imageWidth: string;
  imageHeight: string;
};

export const DEFAULT_WIDTH = '300px';
export const DEFAULT_HEIGHT = 'auto';
/** Of an image in a text that says no size, such as one that was written by a model. */
const UNSAID_HEIGHT = '200px';

export const NO_IMAGE: SizedImage = {
  image: '',
  name: '',
  imageWidth: DEFAULT_WIDTH,
  imageHeight: DEFAULT_HEIGHT,
};

/** A size as it may stand in a document: whole pixels or auto; a bare number is pixels. undefined for anything else. */
export function readSize(typed: string): string | undefined {
  const [, pixels] = /^\s*(\d{1,4})(?:px)?\s*$/i.exec(typed) ?? [];
  if (pixels && Number(pixels) > 0) return `${Number(pixels)}px`;
  return /^\s*auto\s*$/i.test(typed) ? 'auto' : undefined;
}

/** The image with its size on the line before it; '' where there is none. */
export function writeImage({ image, name, imageWidth, imageHeight }: SizedImage): string {
  if (!image) return '';
  const width = readSize(imageWidth) ?? DEFAULT_WIDTH;
  const height = readSize(imageHeight) ?? DEFAULT_HEIGHT;
  return `<!-- width=${width} height=${height} -->\n![${name.replace(/[[\]\\\s]+/g, ' ').trim()}](${image})`;
}

const AT_END =
  /(?:^|\n)(?:<!-- width=(auto|\d{1,4}px) height=(auto|\d{1,4}px) -->\n)?!\[([^[\]\\\n]*)\]\(([^\s()<>]+)\)$/;

/** Text that ends in an image, taken apart; without an image it is the text as it is. */
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

/** Stands after a description that ends in an image, where the step has none of its own. */
export const NO_IMAGE_MARK = '<!-- no image of the step -->';

/**
 * The text as it is written, shown and found. A merge may leave the mark amid the words of a step, where it says nothing;
 * in a block of code it is an example.
 */
export function withoutNoImageMarks(text: string): string {
  if (!text.includes(NO_IMAGE_MARK)) return text;
  const lines = text.split('\n');
  const { isCode } = codeLines(lines);
  return lines.filter((line, number) => isCode[number] || line.trim() !== NO_IMAGE_MARK).join('\n');
}
