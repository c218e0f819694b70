import { ApiError, messageOf } from '../../../contract/shared/error.ts';
import { MAX_IMAGE_BYTES } from '../../../contract/calls/objects.ts';
import { noteFailure } from '../../api/query.ts';
import { uploadImage } from '../../api/upload-image.ts';
import { toast, type ToastContent } from '../../ui/overlays/toasts.ts';
import { isSignedOut, SIGNED_OUT } from '../signed-out.ts';
import { useState, useSyncExternalStore } from 'react';
import { newListeners } from '../../lib/listeners.ts';

const ATTACHED = {
  kind: 'success',
  title: 'Image Uploaded',
  text: 'Screenshot has been attached to your document.',
} as const;
const PLACE_GONE = {
  title: 'Image not attached',
  text: 'Its place in the document was removed. Add it again where you want it.',
} as const;

/**
 * Uploads images one after the other, makes each readable for the readers of documents, and hands its address to `put`, which
 * answers false when the place it was meant for is gone by then. Says once how it went: a failure is not hidden behind
 * what went well after it.
 */
export async function attachImages(
  files: File[],
  put: (address: string, file: File) => boolean,
  onDone?: () => void,
): Promise<void> {
  if (files.length === 0) return;
  const failures: ToastContent[] = [];
  for (const file of files) {
    const failure = await attached(file, (address) => put(address, file));
    if (failure) failures.push(failure);
    onDone?.();
  }
  const [first] = failures;
  if (!first) return toast(ATTACHED);
  const { title, text } = first;
  const many = files.length > 1 ? `${failures.length} of ${files.length} images: ` : '';
  toast({ kind: 'error', title, text: `${many}${text}` });
}

/** The reason for a failure; undefined on success. */
async function attached(file: File, put: (address: string) => boolean): Promise<ToastContent | undefined> {
  if (file.size > MAX_IMAGE_BYTES)
    return { title: 'Image too large', text: 'Please use images smaller than 10MB.' };
  const done = uploadsUnderWay.begin();
  try {
    return put(await uploadImage(file)) ? undefined : PLACE_GONE;
  } catch (error) {
    noteFailure(error);
    return isSignedOut(error) ? SIGNED_OUT : { title: 'Upload Error', text: whyNot(error) };
  } finally {
    done();
  }
}

const FAILED = 'Failed to upload screenshot. Please try again.';

/** A retry helps after a network error, but not for a refused image. */
const whyNot = (error: unknown): string =>
  error instanceof ApiError && [413, 415, 507].includes(error.status)
    ? `${FAILED} ${messageOf(error, '')}`.trim()
    : FAILED;

/** The file name without extension. */
export const nameOf = (file: File): string => file.name.replace(/\.[a-z0-9]{2,5}$/i, '') || 'Screenshot';

/** The files of a drop if all are images; otherwise reports an error and returns none. */
export function droppedImages(transfer: DataTransfer): File[] {
  const files = [...transfer.files];
  if (files.every(({ type }) => type.startsWith('image/'))) return files;
  toast({ kind: 'error', title: 'Invalid File', text: 'Please drop image files only.' });
  return [];
}

/** Images on the clipboard; none when it also contains the text that they show, as from spreadsheets. */
export function pastedImages(transfer: DataTransfer): File[] {
  if (transfer.getData('text/plain') !== '') return [];
  return [...transfer.files].filter(({ type }) => type.startsWith('image/'));
}

export const carriesFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;

/** Uploads images with `attachImages`; `put` inserts each address into the text. `uploading` counts running uploads. */
export function useAttaching() {
  const [uploading, setUploading] = useState(0);
  const attach = (files: File[], put: (address: string, file: File) => boolean) => {
    setUploading((count) => count + files.length);
    void attachImages(files, put, () => setUploading((count) => count - 1));
  };
  return { uploading, attach };
}

let count = 0;
const { notify, subscribe } = newListeners();

function add(difference: number) {
  count += difference;
  notify();
}

/** Number of running uploads, which leaving the page would lose. */
export const uploadsUnderWay = {
  /** Counts one more upload; the returned function ends it. */
  begin() {
    add(1);
    return () => add(-1);
  },
  count: () => count,
};

export const useUploadsUnderWay = (): number => useSyncExternalStore(subscribe, uploadsUnderWay.count);
