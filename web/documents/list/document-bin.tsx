import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DocumentItem } from '../../../contract/calls/documents.ts';
import { typeOf } from '../../../contract/shared/document-words.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import { pages } from '../../api/query.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { useCurrentUser } from '../../api/session.ts';
import { BIN_PAGE_SIZE, BinDialog, BinEntry } from '../../ui/overlays/bin-dialog.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { DOCUMENT_READS, useBase } from '../base.ts';
import { TypeIcon } from './type-label.tsx';
import { useUndelete } from './use-document-deletion.ts';

/** Deleted documents: everybody can restore them, administrators can delete them permanently. */
export function DocumentBin({ onClose }: { onClose: () => void }) {
  const { calls } = useBase();
  const bin = useInfiniteQuery(pages(calls.bin, { query: { limit: BIN_PAGE_SIZE } }));
  const isAdmin = useCurrentUser().data?.role === 'admin';
  const undelete = useUndelete();
  const [toPurge, setToPurge] = useState<DocumentItem>();
  const purge = useSave(calls.purge, {
    invalidates: DOCUMENT_READS,
    saved: () => ({ title: 'Deleted permanently' }),
    failed: reasonOr('Failed to delete. Please try again.'),
  });
  return (
    <>
      <BinDialog
        things="documents"
        bin={bin}
        problem={messageOf(bin.error, 'The server did not answer.')}
        onClose={onClose}
        row={(document) => (
          <>
            <TypeIcon type={typeOf(document.templateType)} size={16} />
            <BinEntry
              name={document.title}
              about={`v${document.version} · `}
              deletedAt={document.deletedAt}
              restoreLabel={`Restore "${document.title}"`}
              isBusy={undelete.isPending}
              onRestore={() => undelete.mutate({ params: { id: document.id } })}
            >
              {isAdmin && (
                <Button size="small" look="danger-outline" onClick={() => setToPurge(document)}>
                  Delete permanently
                </Button>
              )}
            </BinEntry>
          </>
        )}
      />
      {toPurge && (
        <ConfirmDialog
          open
          onClose={() => setToPurge(undefined)}
          onConfirm={() => purge.mutate({ params: { id: toPurge.id } })}
          title="Delete permanently?"
          text={`"${toPurge.title}" and all of its versions will be deleted. This action cannot be undone.`}
          confirmLabel="Delete permanently"
        />
      )}
    </>
  );
}
