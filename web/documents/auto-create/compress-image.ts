import type { PastedImage } from '../../../contract/writing.ts';

/** Images above this are made smaller; it is also what they should come down to. */
const LARGE_BYTES = 300 * 1024;
const LONGEST_EDGE = 600;
const QUALITIES = [0.6, 0.45, 0.3, 0.15, 0.1];
const KEPT_KINDS = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** An image as the call takes it; a large one, or one of another kind, becomes a small JPEG. Rejects what is no image. */
export async function pastedImage(image: Blob, name: string): Promise<PastedImage> {
  const isFine = image.size <= LARGE_BYTES && KEPT_KINDS.includes(image.type);
  const data = await dataUrlOf(isFine ? image : await asSmallJpeg(image));
  return { id: crypto.randomUUID(), data, name };
}

async function asSmallJpeg(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  const scale = Math.min(1, LONGEST_EDGE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw images');
  // JPEG knows no transparency and would make it black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  let smallest: Blob | undefined;
  for (const quality of QUALITIES) {
    // Each quality only where the one before was still too large.
    // oxlint-disable-next-line no-await-in-loop
    smallest = await jpegOf(canvas, quality);
    if (smallest.size <= LARGE_BYTES) break;
  }
  if (!smallest) throw new Error('The image could not be written');
  return smallest;
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The image could not be written'))),
      'image/jpeg',
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
