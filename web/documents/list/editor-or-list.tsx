import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { DocumentType } from '../../../contract/documents.ts';
import { retryParts, fetchedPart } from '../../ui/feedback/part.tsx';
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
type WaitingProps = { documentId: string; host: RefObject<Element | null> };
const loadWaiting = () => import('../reading/waiting-document.tsx');
const WaitingDocument = fetchedPart<WaitingProps>(loadWaiting, 'WaitingDocument');
type MissingProps = WaitingProps & { error: unknown; onRetry: () => void };
const EditorMissing = fetchedPart<MissingProps>(loadWaiting, 'EditorMissing');

const loadReadable = () => import('../reading/readable-document.ts');

type Props = {
  /** Id of the open document. */
  doc: string | undefined;
  /** Type of the document being created. */
  createAs: DocumentType | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A page of documents: its list, or the editor while a document is open or being created. */
export function EditorOrList({ doc, createAs, onClose, children }: Props) {
  const [storedAs, setStoredAs] = useState<string>();
  const host = useRef<HTMLDivElement>(null);
  const open = doc ?? createAs;
  // Preloaded because it is the largest part, and most visits to a list end in it.
  useEffect(() => fetchAhead([WaitingDocument.preload, DocumentEditor.preload]), []);
  const [shown, setShown] = useState({ open, editor: 0 });
  if (shown.open !== open) {
    // After its first save a new document has an address but keeps its editor, because somebody may be typing.
    const goesOn = open === storedAs;
    setShown({ open, editor: shown.editor + (goesOn ? 0 : 1) });
  }
  useEffect(() => {
    if (doc) return () => void loadReadable().then(({ removeReadable }) => removeReadable(doc));
    return undefined;
  }, [doc]);
  if (!open) return <div className="p-4 md:p-6">{children}</div>;
  return (
    <div ref={host} key={shown.editor} className="relative min-h-full">
      <ErrorBoundary
        onReset={retryParts}
        fallbackRender={({ error, resetErrorBoundary }) => {
          if (!doc) throw error;
          return <EditorMissing documentId={doc} host={host} error={error} onRetry={resetErrorBoundary} />;
        }}
      >
        <Suspense fallback={<Suspense>{doc && <WaitingDocument documentId={doc} host={host} />}</Suspense>}>
          <DocumentEditor documentId={doc} createAs={createAs} onStoredAs={setStoredAs} onClose={onClose} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
