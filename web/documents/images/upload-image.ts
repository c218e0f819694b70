import { ApiError, messageOf } from '../../../contract/error.ts';
import { MAX_IMAGE_BYTES } from '../../../contract/objects.ts';
import { uploadImage } from '../../api/upload-image.ts';
import { toast } from '../../ui/toasts.ts';
import { uploadsUnderWay } from './uploads-under-way.ts';

const ATTACHED = {
  kind: 'success',
  title: 'Image Uploaded',
  text: 'Screenshot has been attached to your document.',
} as const;
const PLACE_GONE = {
  kind: 'error',
  title: 'Image not attached',
  text: 'The place it was meant for was removed meanwhile. Add it again where you want it.',
} as const;

/**
 * Uploads an image, makes it readable for the readers of documents, hands its address to `put`, and says how it went. `put`
 * answers false when the place it was meant for is gone by then.
 */
export async function attachImage(file: File, put: (address: string) => boolean): Promise<void> {
  if (file.size > MAX_IMAGE_BYTES) {
    toast({ kind: 'error', title: 'Image too large', text: 'Please use images smaller than 10MB.' });
    return;
  }
  const done = uploadsUnderWay.begin();
  try {
    const isPut = put(await uploadImage(file));
    toast(isPut ? ATTACHED : PLACE_GONE);
  } catch (error) {
    toast({ kind: 'error', title: 'Upload Error', text: whyNot(error) });
  } finally {
    done();
  }
}

const FAILED = 'Failed to upload screenshot. Please try again.';

/** Trying again helps against a bad line, not against an image that is not taken. */
const whyNot = (error: unknown): string =>
  error instanceof ApiError && [413, 415].includes(error.status)
    ? `${FAILED} ${messageOf(error, '')}`.trim()
    : FAILED;

/** The name of the file without its ending. */
export const nameOf = (file: File): string => file.name.replace(/\.[a-z0-9]{2,5}$/i, '') || 'Screenshot';

/** The files of a drop, when all of them are images; else it says so, and there are none. */
export function droppedImages(transfer: DataTransfer): File[] {
  const files = [...transfer.files];
  if (files.every(({ type }) => type.startsWith('image/'))) return files;
  toast({ kind: 'error', title: 'Invalid File', text: 'Please drop image files only.' });
  return [];
}

/** Images on the clipboard; none where it also holds the text that they are a picture of, as spreadsheets put it there. */
export function pastedImages(transfer: DataTransfer): File[] {
  if (transfer.getData('text/plain') !== '') return [];
  return [...transfer.files].filter(({ type }) => type.startsWith('image/'));
}

export const carriesFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;
