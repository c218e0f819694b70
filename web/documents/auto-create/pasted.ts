import { MAX_IMAGE_BYTES } from '../../../contract/calls/objects.ts';
import { PASTE } from '../../../contract/calls/writing.ts';
import { trustedPaste } from '../../trusted-types.ts';
import { toast } from '../../ui/overlays/toasts.ts';
import { prepareImage, type PreparedImage } from './compress-image.ts';

/** Content of a paste, without the text that the browser inserts. */
type Pasted = {
  hasText: boolean;
  fromHtml: Blob[];
  /** Images on other servers, which a page must not load. */
  elsewhere: number;
  files: File[];
  /** Files other than images. */
  others: number;
};

/** Call it during the event: afterwards the clipboard is not readable. */
export function readPaste(transfer: DataTransfer): Pasted {
  const text = textOf(transfer);
  // Spreadsheets and word processors add a picture of the text.
  const all = text === '' ? [...transfer.files] : [];
  const files = all.filter(({ type }) => type.startsWith('image/'));
  const { images, elsewhere } = imagesInHtml(transfer.getData('text/html'));
  return {
    hasText: text.trim() !== '',
    fromHtml: images,
    elsewhere,
    files,
    others: all.length - files.length,
  };
}

/** The text of a paste; some programs provide only HTML. */
export const textOf = (transfer: DataTransfer): string =>
  transfer.getData('text/plain') || textInHtml(transfer.getData('text/html'));

function textInHtml(html: string): string {
  if (html === '') return '';
  const { body } = new DOMParser().parseFromString(trustedPaste(html), 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template, noscript')) hidden.remove();
  for (const cell of body.querySelectorAll('td + td, th + th, td + th, th + td')) cell.before('\t');
  for (const block of body.querySelectorAll('br, p, div, li, tr, pre, blockquote, h1, h2, h3, h4, h5, h6'))
    block.after('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}

/** Images embedded in pasted HTML. The browser's parser loads and runs nothing. */
function imagesInHtml(html: string): { images: Blob[]; elsewhere: number } {
  if (!/<img\b/i.test(html)) return { images: [], elsewhere: 0 };
  const all = [...new DOMParser().parseFromString(trustedPaste(html), 'text/html').querySelectorAll('img')];
  const inside = all.filter(({ src }) => /^data:image\//i.test(src));
  const images = inside.map(({ src }) => imageOf(src)).filter((blob) => blob !== undefined);
  return { images, elsewhere: all.length - inside.length };
}

function imageOf(address: string): Blob | undefined {
  const [, type = '', isBase64, data = ''] =
    /^data:(image\/[a-z+.-]{1,20})(?:;(?!base64)[^;,]*)*(;base64)?,([^]*)$/i.exec(address) ?? [];
  return type ? blobOf(type, data, isBase64 !== undefined) : undefined;
}

function blobOf(type: string, data: string, isBase64: boolean): Blob {
  try {
    if (!isBase64) return new Blob([decodeURIComponent(data)], { type });
    return new Blob([Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0)], { type });
  } catch {
    // A file that only looks like an image is reported like an unreadable one.
    return new Blob([], { type });
  }
}

/** Prepares the pasted images up to the limit. A toast reports what was added and what was left out. */
export async function takeImages(pasted: Pasted, maxImages: number): Promise<PreparedImage[]> {
  const { hasText, fromHtml, elsewhere, files, others } = pasted;
  // An image copied in a browser arrives as a file and as HTML.
  const images = files.length > 0 ? files : fromHtml;
  const small = images.filter(({ size }) => size <= MAX_IMAGE_BYTES);
  const names = small.map((image, n) => nameOf(image, PASTE.images - maxImages + n + 1));
  const taken = await Promise.allSettled(
    small.slice(0, maxImages).map((image, n) => prepareImage(image, names[n] ?? '')),
  );
  const ready = taken.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const unread = names.filter((_, n) => taken[n]?.status === 'rejected');
  const failed = (title: string, text: string) => toast({ kind: 'error', title, text });
  if (small.length < images.length) {
    failed(
      'Image too large',
      images === files ? 'Please use images smaller than 10MB.' : 'Skipping image larger than 10MB.',
    );
  } else if (small.length > maxImages) failed('Too many images', `Use at most ${PASTE.images} images.`);
  else if (unread.length > 0) {
    const [name] = unread;
    failed(
      unread.length === 1 ? `${name} is not a readable image` : `${unread.length} images are not readable`,
      'Failed to process the image. Please try again.',
    );
  } else if (others > 0) failed('Invalid File', 'Please drop image files only.');
  else if (ready.length > 0 || hasText) {
    const title = ready.length === 0 ? 'Text pasted' : hasText ? 'Content pasted' : 'Images extracted';
    toast({
      kind: 'success',
      title,
      text: [added(ready.length), leftOut(files.length > 0 ? 0 : elsewhere)].filter(Boolean).join(' '),
    });
  }
  return ready;
}

/** Browsers call every screenshot image.png. */
const nameOf = (image: Blob, number: number): string =>
  image instanceof File && image.name && image.name !== 'image.png'
    ? image.name.slice(0, 255)
    : `Screenshot ${number}`;

const added = (count: number): string =>
  count === 0 ? '' : count === 1 ? '1 image was added.' : `${count} images were added.`;

const leftOut = (count: number): string =>
  count === 0
    ? ''
    : `${count === 1 ? '1 image of another site was' : `${count} images of other sites were`} left out; copy such an image by itself.`;
