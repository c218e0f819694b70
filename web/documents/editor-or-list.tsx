import { lazy, type ReactNode, Suspense } from 'react';
import type { DocumentType } from '../../contract/documents.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const DocumentEditor = lazy(async () => ({
  default: (await import('./editor/document-editor.tsx')).DocumentEditor,
}));

type Props = {
  /** The document that is open. */
  doc: string | undefined;
  /** The kind that is being created. */
  createAs: DocumentType | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A page of documents: its list, or in its place the editor while a document is open or being created. */
export const EditorOrList = ({ doc, createAs, onClose, children }: Props) =>
  doc || createAs ? (
    <Suspense fallback={<Skeleton className="m-6 h-8 w-1/2" />}>
      <DocumentEditor key={doc ?? createAs} documentId={doc} createAs={createAs} onClose={onClose} />
    </Suspense>
  ) : (
    <div className="p-4 md:p-6">{children}</div>
  );
