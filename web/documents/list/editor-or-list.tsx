import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { DocumentType } from '../../../contract/documents.ts';
import { fetchAhead } from '../../ui/layout/fetch-ahead.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const loadEditor = () => import('../editor/shell/document-editor.tsx');
const DocumentEditor = lazy(async () => ({ default: (await loadEditor()).DocumentEditor }));

type Props = {
  /** The document that is open. */
  doc: string | undefined;
  /** The kind that is being created. */
  createAs: DocumentType | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A page of documents: its list, or in its place the editor while a document is open or being created. */
export function EditorOrList({ doc, createAs, onClose, children }: Props) {
  const [storedAs, setStoredAs] = useState<string>();
  const open = doc ?? createAs;
  // The largest part of all, and what a list is looked at for.
  useEffect(() => fetchAhead([loadEditor]), []);
  const [shown, setShown] = useState({ open, editor: 0 });
  if (shown.open !== open) {
    // What was new goes on in its editor when it is stored and has an address: somebody may be typing.
    const goesOn = open === storedAs;
    setShown({ open, editor: shown.editor + (goesOn ? 0 : 1) });
  }
  if (!open) return <div className="p-4 md:p-6">{children}</div>;
  return (
    <Suspense fallback={<Skeleton className="m-6 h-8 w-1/2" />}>
      <DocumentEditor
        key={shown.editor}
        documentId={doc}
        createAs={createAs}
        onStoredAs={setStoredAs}
        onClose={onClose}
      />
    </Suspense>
  );
}
