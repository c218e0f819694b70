import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { DocumentItem } from '../../contract/documents.ts';
import { useSave } from '../api/save.ts';
import { capitalised, DOCUMENT_READS, useBase } from './base.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/** Deletes after asking, with an Undo in the toast; `dialog` must stand on the page. */
export function useDocumentDeletion(): { askToDelete: (document: DocumentItem) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<DocumentItem>();
  const { calls, item } = useBase();
  const undelete = useUndelete();
  const remove = useSave(calls.remove, {
    invalidates: DOCUMENT_READS,
    saved: (_, { params }) => ({
      title: 'Success',
      text: `${capitalised(item)} deleted successfully`,
      action: { label: 'Undo', run: () => undelete.mutate({ params }) },
    }),
    failed: () => ({ title: 'Error', text: `Failed to delete ${item}. Please try again.` }),
  });

  const dialog = asked && (
    <Suspense>
      <ConfirmDialog
        open
        onClose={() => setAsked(undefined)}
        onConfirm={() => remove.mutate({ params: { id: asked.id } })}
        title="Delete this item?"
        text={`Are you sure you want to delete "${asked.title}"? This action cannot be undone.`}
        confirmLabel="Delete"
      />
    </Suspense>
  );
  return { askToDelete: setAsked, dialog };
}

/** Takes a document back out of the bin. */
export function useUndelete() {
  const { calls, item, pageTitle } = useBase();
  return useSave(calls.undelete, {
    invalidates: DOCUMENT_READS,
    saved: ({ title }) => ({ title: 'Restored', text: `"${title}" is back in ${pageTitle}.` }),
    failed: () => ({ title: 'Error', text: `Failed to restore ${item}. Please try again.` }),
  });
}
