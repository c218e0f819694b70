import type { PastedImage } from '../../../contract/calls/writing.ts';
import { randomKey } from '../../lib/random-key.ts';

/** Larger images are compressed, down to about this size. */
const LARGE_BYTES = 300 * 1024;
const LONGEST_EDGE = 600;
/** Maximum pixels of an SVG, which may declare any size. */
const LONGEST_DRAWN = 2_000;
const QUALITIES = [0.6, 0.45, 0.3, 0.15, 0.1];
/** First bytes of the formats that are sent unchanged. */
const BEGINNINGS: [type: string, bytes: RegExp][] = [
  ['image/png', /^\u0089PNG\r\n/],
  ['image/jpeg', /^\u00ff\u00d8\u00ff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** An image for the call, and the original: text recognition runs before compression. */
export type PreparedImage = PastedImage & { original: Blob };

/**
 * Prepares an image for the call. Large images and other formats become a small JPEG. Rejects anything that is not an
 * image, whatever its name.
 */
export async function prepareImage(image: Blob, name: string): Promise<PreparedImage> {
  const original = isSvg(image) ? await rasterize(image) : await withOwnType(image);
  const bitmap = await createImageBitmap(original);
  try {
    const isFine = original.size <= LARGE_BYTES && BEGINNINGS.some(([type]) => type === original.type);
    const data = await dataUrlOf(isFine ? original : await asSmallJpeg(bitmap));
    return { id: randomKey(), data, name, original };
  } finally {
    bitmap.close();
  }
}

/** Takes the type from the bytes, because names and declared types may be wrong. */
async function withOwnType(image: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await image.slice(0, 16).arrayBuffer());
  const beginning = String.fromCodePoint(...bytes);
  const [type] = BEGINNINGS.find(([, pattern]) => pattern.test(beginning)) ?? [];
  return type && type !== image.type ? image.slice(0, image.size, type) : image;
}

const isSvg = ({ type }: Blob): boolean => type === 'image/svg+xml';

/** SVG may contain scripts and is never stored. As an image element it runs none and loads nothing. */
async function rasterize(image: Blob): Promise<Blob> {
  const picture = new Image();
  picture.src = await dataUrlOf(image);
  await picture.decode();
  const { canvas, context } = canvasOf(picture.naturalWidth || 300, picture.naturalHeight || 150);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return blobOf(canvas, 'image/png');
}

function canvasOf(width: number, height: number) {
  const scale = Math.min(1, LONGEST_DRAWN / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw images');
  // JPEG has no transparency and would turn it black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

async function asSmallJpeg(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, LONGEST_EDGE / Math.max(bitmap.width, bitmap.height));
  const { canvas, context } = canvasOf(bitmap.width * scale, bitmap.height * scale);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  let smallest: Blob | undefined;
  for (const quality of QUALITIES) {
    // Each quality only where the one before was still too large.
    // oxlint-disable-next-line no-await-in-loop
    smallest = await blobOf(canvas, 'image/jpeg', quality);
    if (smallest.size <= LARGE_BYTES) break;
  }
  if (!smallest) throw new Error('The image could not be written');
  return smallest;
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The image could not be written'))),
      type,
      quality,
    );
  });

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
      else reject(new Error('The image could not be read'));
    });
    reader.readAsDataURL(blob);
  });
