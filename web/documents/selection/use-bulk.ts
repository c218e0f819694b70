import { documentBatches } from '../../../contract/document-batches.ts';
import { messageOf } from '../../../contract/error.ts';
import { useSave } from '../../api/save.ts';
import { DOCUMENT_READS } from '../base.ts';

/** '1 document', '3 documents' */
export const counted = (count: number) => `${count} ${count === 1 ? 'document' : 'documents'}`;

/** A bulk change with one Undo for all of it. */
export function useBulk(onDone: () => void) {
  const undo = useSave(documentBatches.undo, {
    invalidates: DOCUMENT_READS,
    saved: ({ changed, kept }) => ({
      title: 'Taken back',
      text: kept > 0 ? `${counted(changed)}; ${kept} were changed since and stay` : counted(changed),
    }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to take it back. Please try again.'),
    }),
  });
  return useSave(documentBatches.bulk, {
    invalidates: DOCUMENT_READS,
    saved: ({ changed, problems, batchId }, { body }) => {
      onDone();
      const done = `${counted(changed)} ${body.action === 'delete' ? 'deleted' : 'changed'}`;
      return {
        title: 'Success',
        text: problems[0] ? `${done}; ${problems.length} not: ${problems[0].reason}` : done,
        ...(batchId && { action: { label: 'Undo', run: () => undo.mutate({ params: { id: batchId } }) } }),
      };
    },
    failed: (error) => ({ title: 'Error', text: messageOf(error, 'Failed to change the documents.') }),
  });
}
