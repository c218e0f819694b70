import { documentBatches } from '../../../contract/calls/document-batches.ts';
import { bulkMessages } from '../../api/bulk.ts';
import { useSave } from '../../api/save.ts';
import { DOCUMENT_READS } from '../base.ts';

const messages = bulkMessages('document');
export const { counted } = messages;

/** A bulk change with one Undo for the whole change. */
export function useBulk(onDone: () => void) {
  const undo = useSave(documentBatches.undo, {
    invalidates: DOCUMENT_READS,
    saved: messages.takenBack,
    failed: messages.notTakenBack,
  });
  return useSave(documentBatches.bulk, {
    invalidates: DOCUMENT_READS,
    saved: (result, { body }) => {
      onDone();
      return messages.done(result, body.action, (id) => undo.mutate({ params: { id } }));
    },
    failed: messages.failed,
  });
}
