import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useEffectEvent } from 'react';
import { toast } from '../../../ui/overlays/toasts.ts';
import {
  carriesFiles,
  pastedImages,
  uploadsUnderWay,
  useUploadsUnderWay,
} from '../../images/attach-images.ts';
import { openedLater } from '../../../ui/feedback/part.tsx';

const ConfirmDialog = openedLater(() => import('../../../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

type EditorAddress = { pathname: string; search: object };
const docOf = ({ search }: EditorAddress) => 'doc' in search && search.doc;
const modeOf = ({ search }: EditorAddress) => 'mode' in search && search.mode;
/** A new document has no address, so only its own mode change includes a mode. */
const isSameEditor = (a: EditorAddress, b: EditorAddress) =>
  a.pathname === b.pathname && docOf(a) === docOf(b) && Boolean(docOf(b) || modeOf(b));

/**
 * Asks before unsaved changes are lost; uses the browser's dialog when the page itself unloads. A change of mode or
 * position in the same document does not count. The dialog must be on the page.
 */
export function useLeaveWarning(isDirty: () => boolean, onDiscard: () => void): ReactNode {
  const isUploading = useUploadsUnderWay() > 0;
  // Reads the current state when leaving, since the screen may lag behind typing.
  const latest = useRef(isDirty);
  useLayoutEffect(() => {
    latest.current = isDirty;
  });
  const isLosing = useCallback(() => uploadsUnderWay.count() > 0 || latest.current(), []);
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: EditorAddress; next: EditorAddress }) =>
      isLosing() && !isSameEditor(current, next),
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

const NO_ADDRESS = {
  kind: 'error',
  title: 'Image not attached',
  text: 'Images stand in the text. Paste it there; in a form, into a step or a field of several lines.',
} as const;

/** A file dropped outside of any drop target must not replace the page. */
function refuseDrop(event: DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer || !carriesFiles(event.dataTransfer)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** An image pasted outside of these targets would be lost silently. */
function refusePaste(event: ClipboardEvent) {
  if (event.defaultPrevented || !event.clipboardData || pastedImages(event.clipboardData).length === 0)
    return;
  event.preventDefault();
  toast(NO_ADDRESS);
}

/** Handles files that no target of the editor accepts. */
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

type Pressed = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>;

export const isSaveKey = ({ key, metaKey, ctrlKey, altKey }: Pressed): boolean =>
  (metaKey || ctrlKey) && !altKey && key.toLowerCase() === 's';

/** Ctrl+S or ⌘S saves the document instead of the page. */
export function useSaveKey(save: () => void): void {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      if (!event.repeat) onSave();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** The key's label on this machine. */
export const SAVE_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘S' : 'Ctrl+S';
