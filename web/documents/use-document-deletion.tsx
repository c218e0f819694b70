import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type DocumentItem, knowledgeBase } from '../../contract/documents.ts';
import { search } from '../../contract/search.ts';
import { useSave } from '../api/save.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

const invalidates = [knowledgeBase.list, knowledgeBase.facets, search.find];

/** Deletes after asking, with an Undo in the toast; `dialog` must stand on the page. */
export function useDocumentDeletion(): { askToDelete: (document: DocumentItem) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<DocumentItem>();
  const undelete = useSave(knowledgeBase.undelete, {
    invalidates,
    saved: ({ title }) => ({ title: 'Restored', text: `"${title}" is back in the knowledge base.` }),
    failed: () => ({ title: 'Error', text: 'Failed to restore knowledge base item. Please try again.' }),
  });
  const remove = useSave(knowledgeBase.remove, {
    invalidates,
    saved: (_, { params }) => ({
      title: 'Success',
      text: 'Knowledge base item deleted successfully',
      action: { label: 'Undo', run: () => undelete.mutate({ params }) },
    }),
    failed: () => ({ title: 'Error', text: 'Failed to delete knowledge base item. Please try again.' }),
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
