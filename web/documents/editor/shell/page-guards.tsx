import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { toast } from '../../../ui/overlays/toasts.ts';
import { carriesFiles, pastedImages } from '../../images/upload-image.ts';
import { uploadsUnderWay, useUploadsUnderWay } from '../../images/uploads-under-way.ts';
import { openedLater } from '../../../ui/overlays/opened-later.tsx';

const ConfirmDialog = openedLater(() => import('../../../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

type Place = { pathname: string; search: object };
const docOf = ({ search }: Place) => 'doc' in search && search.doc;
const modeOf = ({ search }: Place) => 'mode' in search && search.mode;
/** A new document has no address of its own; only its own change of mode says a mode. */
const isSamePlace = (a: Place, b: Place) =>
  a.pathname === b.pathname && docOf(a) === docOf(b) && Boolean(docOf(b) || modeOf(b));

/**
 * Asks before unsaved changes are left behind, by the browser's own question where the page itself goes. Another mode or
 * place of the same document is no leaving. The dialog must stand on the page.
 */
export function useLeaveWarning(isDirty: () => boolean, onDiscard: () => void): ReactNode {
  const isUploading = useUploadsUnderWay() > 0;
  // Asked when somebody leaves: what the screen shows of long typing may be a little behind.
  const latest = useRef(isDirty);
  useLayoutEffect(() => {
    latest.current = isDirty;
  });
  const isLosing = useCallback(() => uploadsUnderWay.count() > 0 || latest.current(), []);
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: Place; next: Place }) => isLosing() && !isSamePlace(current, next),
    [isLosing],
  );
  const blocker = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: isLosing,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      open
      onClose={blocker.reset}
      onConfirm={() => {
        onDiscard();
        blocker.proceed();
      }}
      title="Discard unsaved changes?"
      text={`What you changed since the last save is lost${isUploading ? ', and the image that is still on its way' : ''}.`}
      confirmLabel="Discard changes"
    />
  );
}

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
