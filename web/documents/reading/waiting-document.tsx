import { useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { PartFailed } from '../../ui/feedback/part.tsx';
import { barOfReadable, hasLeftDraft, showReadable, watchReadable } from './readable-document.ts';
import { useStoredDocument } from './use-stored-document.ts';

type Props = {
  documentId: string;
  /** The element that shows the document while its editor loads. */
  host: RefObject<Element | null>;
};

/** Shows the document as soon as it is loaded, if the mode allows typing. `bar` is undefined until then. */
function useReadable({ documentId, host }: Props): { bar: Element | undefined; isPossible: boolean } {
  const { mode = 'edit' } = useSearch({ strict: false });
  const { document, draft, error } = useStoredDocument(documentId);
  const bar = useSyncExternalStore(watchReadable, barOfReadable);
  const isPossible = bar !== undefined || (mode === 'edit' && !error && !draft && !hasLeftDraft(documentId));
  useEffect(() => {
    if (!host.current || !document || draft !== null || !isPossible || bar) return;
    try {
      showReadable(document, host.current);
    } catch (error) {
      // The editor will load anyway.
      reportError(error);
    }
  }, [document, draft, host, isPossible, bar]);
  return { bar, isPossible };
}

/** Replaces the editor while it loads. */
export function WaitingDocument(props: Props) {
  useReadable(props);
  return (
    <Placeholders count={1} className="p-4 md:p-6">
      <Skeleton className="h-8 w-full max-w-70" />
      <Skeleton className="mt-9 h-8 w-1/2" />
    </Placeholders>
  );
}

/** Replaces an editor that failed to load: the text stays readable, with the error above it. */
export function EditorMissing({ error, onRetry, ...props }: Props & { error: unknown; onRetry: () => void }) {
  const { bar, isPossible } = useReadable(props);
  if (!isPossible) throw error;
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
