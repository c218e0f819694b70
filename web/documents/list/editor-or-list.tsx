import { useMayWrite } from '../../api/for-editors.tsx';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { DocumentType } from '../../../contract/shared/document-words.ts';
import { paths } from '../../paths.ts';
import { Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { retryParts, fetchedPart, Part } from '../../ui/feedback/part.tsx';
import { earlyText, removeEarlyText, watchEarlyText } from '../reading/early-text.ts';
import { fetchAhead } from '../../ui/layout/fetch-ahead.ts';

type EditorProps = {
  documentId: string | undefined;
  createAs: DocumentType | undefined;
  onStoredAs: (id: string) => void;
  onClose: () => void;
};
const DocumentEditor = fetchedPart<EditorProps>(
  () => import('../editor/shell/document-editor.tsx'),
  'DocumentEditor',
);
const loadWaiting = () => import('../reading/waiting-document.tsx');
const WaitingDocument = fetchedPart<{ documentId: string }>(loadWaiting, 'WaitingDocument');
type MissingProps = { documentId: string; error: unknown; onRetry: () => void };
const EditorMissing = fetchedPart<MissingProps>(loadWaiting, 'EditorMissing');

type Props = {
  /** Id of the open document. */
  doc: string | undefined;
  /** Type of the document being created. */
  createAs: DocumentType | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A page of documents: its list, or the editor while a document is open or being created. Viewers read the document instead. */
export function EditorOrList({ doc, createAs, onClose, children }: Props) {
  const [storedAs, setStoredAs] = useState<string>();
  const open = doc ?? createAs;
  const mayWrite = useMayWrite();
  // Preloaded because it is the largest part, and most visits to a list end in it.
  useEffect(() => fetchAhead([WaitingDocument.preload, DocumentEditor.preload]), []);
  const [shown, setShown] = useState({ open, editor: 0 });
  if (shown.open !== open) {
    // After its first save a new document has an address but keeps its editor, because somebody may be typing.
    const goesOn = open === storedAs;
    setShown({ open, editor: shown.editor + (goesOn ? 0 : 1) });
  }
  if (!mayWrite && doc) return <Navigate to={paths.document} params={{ documentId: doc }} replace />;
  if (!open || !mayWrite) return <div className="p-4 md:p-6">{children}</div>;
  return (
    <div key={shown.editor} className="relative min-h-full">
      <OpenEditor documentId={doc} createAs={createAs} onStoredAs={setStoredAs} onClose={onClose} />
    </div>
  );
}

/** The editor, covered by the text of its document while it loads. */
function OpenEditor(props: EditorProps) {
  const { documentId } = props;
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => watchEarlyText(() => earlyText() || setWaiting(false)), []);
  useEffect(() => {
    if (documentId) return () => removeEarlyText(documentId);
    return undefined;
  }, [documentId]);
  return (
    <>
      <ErrorBoundary
        onReset={retryParts}
        fallbackRender={({ error, resetErrorBoundary }) => {
          if (!documentId) throw error;
          return <EditorMissing documentId={documentId} error={error} onRetry={resetErrorBoundary} />;
        }}
      >
        <Suspense fallback={<EditorLoading onBegin={() => setWaiting(true)} />}>
          <DocumentEditor {...props} />
        </Suspense>
      </ErrorBoundary>
      {isWaiting && documentId && (
        <Part name="The text" of={[documentId]}>
          <Suspense>
            <WaitingDocument documentId={documentId} />
          </Suspense>
        </Part>
      )}
    </>
  );
}

function EditorLoading({ onBegin }: { onBegin: () => void }) {
  const begin = useEffectEvent(onBegin);
  useEffect(() => begin(), []);
  return (
    <Placeholders count={1} className="p-4 md:p-6">
      <Skeleton className="h-8 w-full max-w-70" />
      <Skeleton className="mt-9 h-8 w-1/2" />
    </Placeholders>
  );
}
