import { useEffect } from 'react';
import { toast } from '../../ui/overlays/toasts.ts';
import { carriesFiles, pastedImages } from '../images/upload-image.ts';

const NO_PLACE = {
  kind: 'error',
  title: 'Image not attached',
  text: 'Images stand in the text. Paste it there; in a form, into a step or a field of several lines.',
} as const;

/** A file that is dropped beside every place that takes one must not open in place of the editor. */
function refuseDrop(event: DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer || !carriesFiles(event.dataTransfer)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** An image that is pasted beside those places would be gone without a word. */
function refusePaste(event: ClipboardEvent) {
  if (event.defaultPrevented || !event.clipboardData || pastedImages(event.clipboardData).length === 0)
    return;
  event.preventDefault();
  toast(NO_PLACE);
}

/** Answers for the files that no place of the editor takes. */
export function useNoStrayFiles(): void {
  useEffect(() => {
    for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, refuseDrop);
    window.addEventListener('paste', refusePaste);
    return () => {
      for (const name of ['dragover', 'drop'] as const) window.removeEventListener(name, refuseDrop);
      window.removeEventListener('paste', refusePaste);
    };
  }, []);
}
