import { useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { FallbackProps } from 'react-error-boundary';
import { Placeholders } from '../../ui/feedback/list-states.tsx';
import { PartFailed } from '../../ui/feedback/part.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { barOfReadable, hasLeftDraft, isReadableShown, showReadable } from './readable-document.ts';
import { useStoredDocument } from './use-stored-document.ts';

type Props = {
  documentId: string;
  /** Where the document stands while its editor comes. */
  host: RefObject<Element | null>;
};

/** In place of the editor while it comes: its document as soon as that is there, in the mode in which it can be typed in. */
export function WaitingDocument({ documentId, host }: Props) {
  const { mode = 'edit' } = useSearch({ strict: false });
  const { document, draft } = useStoredDocument(documentId);
  useEffect(() => {
    if (!host.current || !document || draft !== null || mode !== 'edit') return;
    if (!hasLeftDraft(document.id) && !isReadableShown()) showReadable(document, host.current);
  }, [document, draft, host, mode]);
  return (
    <Placeholders count={1} className="p-4 md:p-6">
      <Skeleton className="h-8 w-full max-w-70" />
      <Skeleton className="mt-9 h-8 w-1/2" />
    </Placeholders>
  );
}

/** In place of an editor that did not come: a text that can be read stays, with what failed above it. */
export function EditorMissing({ error, resetErrorBoundary }: FallbackProps) {
  const bar = barOfReadable();
  if (!bar) throw error;
  return createPortal(
    <div className="px-4 md:px-6">
      <PartFailed name="The editor" onRetry={resetErrorBoundary} />
    </div>,
    bar,
  );
}
