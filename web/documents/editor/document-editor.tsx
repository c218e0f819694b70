import { useQuery } from '@tanstack/react-query';
import type { DocumentType } from '../../../contract/documents.ts';
import { ApiError, messageOf } from '../../../contract/error.ts';
import { query } from '../../api/query.ts';
import { Failed, Placeholders } from '../../ui/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useBase } from '../base.ts';
import { MissingDocument } from './missing-document.tsx';
import { OpenDocument } from './open-document.tsx';

type Props = {
  /** The document to edit; without one a new one is created. */
  documentId?: string | undefined;
  createAs?: DocumentType | undefined;
  onClose: () => void;
};

export const DocumentEditor = ({ documentId, createAs = 'knowledge-base', onClose }: Props) =>
  documentId ? (
    <StoredDocument id={documentId} onClose={onClose} />
  ) : (
    <OpenDocument document={undefined} type={createAs} onClose={onClose} />
  );

function StoredDocument({ id, onClose }: { id: string; onClose: () => void }) {
  const { calls, pageTitle } = useBase();
  const { data, error, isPending, refetch } = useQuery(query(calls.find, { params: { id } }));
  // A failed refetch, as after somebody deleted the document, takes nothing away from who is writing.
  if (data) return <OpenDocument document={data} onClose={onClose} />;
  if (isPending) {
    return (
      <Placeholders count={1} className="p-4 md:p-6">
        <EditorPlaceholder />
      </Placeholders>
    );
  }
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeader title={pageTitle} />
      {isGone ? (
        <MissingDocument id={id} onClose={onClose} />
      ) : (
        <Failed
          title="The document could not be loaded"
          text={messageOf(error, 'The server did not answer.')}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}

/** The bar, the title and the first lines. */
const EditorPlaceholder = () => (
  <>
    <Skeleton className="h-8 w-full max-w-70" />
    <Skeleton className="mt-9 h-8 w-1/2" />
    <Skeleton className="mt-8 h-4 w-2/3" />
    <Skeleton className="mt-3 h-4 w-3/5" />
    <Skeleton className="mt-3 h-4 w-2/3" />
  </>
);
