import { MAX_IMAGE_BYTES } from '../../../contract/objects.ts';
import { PASTE, type PastedImage } from '../../../contract/writing.ts';
import { trustedPaste } from '../../trusted.ts';
import { toast } from '../../ui/toasts.ts';
import { pastedImage } from './compress-image.ts';

/** What came with a paste; text itself is left to the browser to insert. */
type Pasted = { hasText: boolean; fromHtml: Blob[]; files: File[] };

/** Must be called while the event is dispatched: afterwards the clipboard is closed. */
export const readPaste = (transfer: DataTransfer): Pasted => ({
  hasText: transfer.getData('text/plain').trim() !== '',
  fromHtml: imagesInHtml(transfer.getData('text/html')),
  // Spreadsheets and word processors add a picture of the text itself.
  files:
    transfer.getData('text/plain') === ''
      ? [...transfer.files].filter(({ type }) => type.startsWith('image/'))
      : [],
});

/** Images that stand in pasted HTML itself; the parser of the browser loads and runs nothing. */
function imagesInHtml(html: string): Blob[] {
  if (!html.includes('data:image/')) return [];
  const images = new DOMParser().parseFromString(trustedPaste(html), 'text/html').querySelectorAll('img');
  return [...images].flatMap(({ src }) => {
    const [, type, base64] = /^data:(image\/[a-z+.-]{1,20});base64,([A-Za-z0-9+/]+={0,2})$/i.exec(src) ?? [];
    return type && base64 ? [blobOf(type, base64)].filter((blob) => blob !== undefined) : [];
  });
}

function blobOf(type: string, base64: string): Blob | undefined {
  try {
    return new Blob([Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)], { type });
  } catch {
    // What only looks like an image is none.
    return undefined;
  }
}

/** An image for the call, and as it was pasted: what is written in it is read before it is made smaller. */
export type TakenImage = PastedImage & { original: Blob };

/** The images of a paste made ready, and how many more fit; a toast says what came and what was left out. */
export async function takeImages({ hasText, fromHtml, files }: Pasted, room: number): Promise<TakenImage[]> {
  // An image that was copied in a browser comes as a file and as HTML around it.
  const images = files.length > 0 ? files : fromHtml;
  const small = images.filter(({ size }) => size <= MAX_IMAGE_BYTES);
  const isTooLarge = small.length < images.length;
  const taken = await Promise.allSettled(
    small.slice(0, room).map(async (image, n) => ({
      ...(await pastedImage(image, nameOf(image, PASTE.images - room + n + 1))),
      original: image,
    })),
  );
  const ready = taken.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (isTooLarge) {
    const text =
      images === files ? 'Please use images smaller than 10MB.' : 'Skipping image larger than 10MB.';
    toast({ kind: 'error', title: 'Image too large', text });
  } else if (small.length > room) {
    toast({ kind: 'error', title: 'Too many images', text: `Use at most ${PASTE.images} images.` });
  } else if (ready.length < small.length) {
    toast({ kind: 'error', title: 'Error', text: 'Failed to process the image. Please try again.' });
  } else if (ready.length > 0) {
    toast({
      kind: 'success',
      title: hasText ? 'Content pasted' : 'Images extracted',
      text: countOf(ready.length),
    });
  } else if (hasText) {
    toast({ kind: 'success', title: 'Text pasted' });
  }
  return ready;
}

/** Browsers call every screenshot image.png. */
const nameOf = (image: Blob, number: number): string =>
  image instanceof File && image.name && image.name !== 'image.png'
    ? image.name.slice(0, 255)
    : `Screenshot ${number}`;

const countOf = (count: number): string =>
  count === 1 ? '1 image was added.' : `${count} images were added.`;
