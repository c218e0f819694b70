import { useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Placeholders } from '../../ui/feedback/list-states.tsx';
import { PartFailed } from '../../ui/feedback/part.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { barOfReadable, hasLeftDraft, showReadable, watchReadable } from './readable-document.ts';
import { useStoredDocument } from './use-stored-document.ts';

type Props = {
  documentId: string;
  /** Where the document stands while its editor comes. */
  host: RefObject<Element | null>;
};

/** Shows the document as soon as it is there, in the mode in which it can be typed in. `bar` is undefined until then. */
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
      // The editor comes all the same.
      reportError(error);
    }
  }, [document, draft, host, isPossible, bar]);
  return { bar, isPossible };
}

/** In place of the editor while it comes. */
export function WaitingDocument(props: Props) {
  useReadable(props);
  return (
    <Placeholders count={1} className="p-4 md:p-6">
      <Skeleton className="h-8 w-full max-w-70" />
      <Skeleton className="mt-9 h-8 w-1/2" />
    </Placeholders>
  );
}

/** In place of an editor that did not come: the text can be read all the same, with what failed above it. */
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
