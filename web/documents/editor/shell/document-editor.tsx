import { useNavigate } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useState } from 'react';
import { type DocumentType, typeOf } from '../../../../contract/shared/document-words.ts';
import { ApiError, messageOf } from '../../../../contract/shared/error.ts';
import { useCurrentUser } from '../../../api/session.ts';
import { Failed, Placeholders, Notice, Skeleton } from '../../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { useBase } from '../../base.ts';
import { draftsOf, newKey, listDrafts, moveDraft, ownKey } from '../session/drafts.ts';
import { OpenDocument } from './open-document.tsx';
import { useDraftOfNew } from '../session/use-draft-offers.ts';
import { useStoredDocument } from '../../reading/use-stored-document.ts';
import { relativeTime } from '../../../../contract/shared/dates.ts';
import { Button } from '../../../ui/controls/button.tsx';

type Props = {
  /** The document to edit; without it the editor creates one, which gets an id when stored. */
  documentId: string | undefined;
  createAs: DocumentType | undefined;
  /** A new document was stored under this id; its address changes accordingly. */
  onStoredAs: (id: string) => void;
  onClose: () => void;
};

export function DocumentEditor({ documentId, createAs = 'knowledge-base', onStoredAs, onClose }: Props) {
  const { pageTitle } = useBase();
  const userId = useCurrentUser().data?.id ?? '';
  const key = newKey(createAs);
  const draftOfNew = useDraftOfNew(key, draftsOf(userId, key), documentId === undefined);
  const stored = useStoredDocument(documentId);
  const { document, isPending, error, retry } = stored;
  // A failed refetch, for example of a deleted document, must not close the editor.
  if (document || documentId === undefined) {
    const draft = document ? stored.draft : draftOfNew;
    return (
      <OpenDocument
        document={document}
        createAs={createAs}
        draft={draft}
        onStoredAs={onStoredAs}
        onClose={onClose}
      />
    );
  }
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
        <MissingDocument id={documentId} onClose={onClose} />
      ) : (
        <Failed
          title="The document could not be loaded"
          text={messageOf(error, 'The server did not answer.')}
          onRetry={retry}
        />
      )}
    </>
  );
}

/** Placeholder of the bar, the title and the first lines. */
const EditorPlaceholder = () => (
  <>
    <Skeleton className="h-8 w-full max-w-70" />
    <Skeleton className="mt-9 h-8 w-1/2" />
    <Skeleton className="mt-8 h-4 w-2/3" />
    <Skeleton className="mt-3 h-4 w-3/5" />
    <Skeleton className="mt-3 h-4 w-2/3" />
  </>
);

/** The document does not exist. A draft in this browser can continue as a new document. */
function MissingDocument({ id, onClose }: { id: string; onClose: () => void }) {
  const { path, pageTitle } = useBase();
  const navigate = useNavigate();
  const userId = useCurrentUser().data?.id ?? '';
  const [[draft]] = useState(() => listDrafts(draftsOf(userId, id)));
  const goOn = () => {
    if (!draft) return;
    const type = typeOf(draft.fields.templateType);
    const { pushedAt: _, ...kept } = draft;
    moveDraft({ ...kept, version: null }, ownKey(draftsOf(userId, `new-${type}`)));
    void navigate({
      to: path,
      search: (search) => ({ ...search, doc: undefined }),
      state: { createAs: type },
    });
  };
  return (
    <Notice
      icon={<FileQuestion size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
      title="Document not found"
      text="This document does not exist or was deleted"
    >
      {draft && (
        <p className="mb-3 text-sm text-muted">
          This browser kept what you typed in “{draft.fields.title || 'Untitled'}”{' '}
          {relativeTime(draft.savedAt)}.
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={onClose}>Back to {pageTitle}</Button>
        {draft && (
          <Button look="primary" onClick={goOn}>
            Go on as a new document
          </Button>
        )}
      </div>
    </Notice>
  );
}
