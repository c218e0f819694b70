import { useSearch } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { PartFailed } from '../../ui/feedback/part.tsx';
import { loadForms } from '../editor/structured/content-form.tsx';
import { earlyText, hasLeftDraft, removeEarlyText, takeInput, watchEarlyText } from './early-text.ts';
import { ReadableDocument } from './readable-document.tsx';
import { useStoredDocument } from './use-stored-document.ts';

void loadForms();

type Props = { documentId: string };

/** Whether the text may stand in for the editor: not in the preview, and not below a draft, which offers itself above it. */
function useReadable(documentId: string) {
  const { mode = 'edit' } = useSearch({ strict: false });
  const { document, draft, error } = useStoredDocument(documentId);
  const shown = useSyncExternalStore(watchEarlyText, earlyText);
  const isPossible =
    shown !== undefined || (mode === 'edit' && !error && !draft && !hasLeftDraft(documentId));
  return { document: draft === null && isPossible ? document : undefined, shown, isPossible };
}

/** The text of a document until its editor has loaded, unless the server rendered it into the page already. */
export function WaitingDocument({ documentId }: Props) {
  const { document, shown } = useReadable(documentId);
  const [box, setBox] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!box) return undefined;
    takeInput(box, () => (box.hidden = true));
    return () => removeEarlyText(documentId);
  }, [box, documentId]);
  if (!document || (shown && shown !== box)) return null;
  return <ReadableDocument ref={setBox} document={document} />;
}

/** Replaces an editor that failed to load: the text stays readable, with the error above it. */
export function EditorMissing({
  documentId,
  error,
  onRetry,
}: Props & { error: unknown; onRetry: () => void }) {
  const { shown, isPossible } = useReadable(documentId);
  if (!isPossible) throw error;
  const bar = shown?.querySelector('[data-bar]');
  return (
    bar &&
    createPortal(
      <div className="px-4 md:px-6">
        <PartFailed name="The editor" onRetry={onRetry} />
      </div>,
      bar,
    )
  );
}
