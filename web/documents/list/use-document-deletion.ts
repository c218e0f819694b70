import type { DocumentItem } from '../../../contract/calls/documents.ts';
import { useSave } from '../../api/save.ts';
import { capitalised, DOCUMENT_READS, useBase } from '../base.ts';

/** Deletes after a browser confirmation, with Undo in the toast. */
export function useDocumentDeletion(): (document: DocumentItem) => void {
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

  return ({ id, title }) => {
    if (confirm(`Are you sure you want to delete "${title}"? This action cannot be undone.`))
      remove.mutate({ params: { id } });
  };
}

/** Restores a document from the bin. */
export function useUndelete() {
  const { calls, item, pageTitle } = useBase();
  return useSave(calls.undelete, {
    invalidates: DOCUMENT_READS,
    saved: ({ title }) => ({ title: 'Restored', text: `"${title}" is back in ${pageTitle}.` }),
    failed: () => ({ title: 'Error', text: `Failed to restore ${item}. Please try again.` }),
  });
}
