import { useNavigate } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useState } from 'react';
import { relativeTime } from '../../../../contract/dates.ts';
import { typeOf } from '../../../../contract/documents.ts';
import { useCurrentUser } from '../../../api/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/list-states.tsx';
import { useBase } from '../../base.ts';
import { draftsOf, listDrafts, moveDraft, ownPlace } from '../session/drafts.ts';

/** The document does not exist. A draft in this browser can continue as a new document. */
export function MissingDocument({ id, onClose }: { id: string; onClose: () => void }) {
  const { path, pageTitle } = useBase();
  const navigate = useNavigate();
  const userId = useCurrentUser().data?.id ?? '';
  const [[draft]] = useState(() => listDrafts(draftsOf(userId, id)));
  const goOn = () => {
    if (!draft) return;
    const type = typeOf(draft.fields.templateType);
    const { pushedAt: _, ...kept } = draft;
    moveDraft({ ...kept, version: null }, ownPlace(draftsOf(userId, `new-${type}`)));
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
