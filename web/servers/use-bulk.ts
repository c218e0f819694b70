import { servers as calls } from '../../contract/calls/servers.ts';
import { bulkMessages } from '../api/bulk.ts';
import { useSave } from '../api/save.ts';
import { SERVER_READS } from './server-actions.ts';

const words = bulkMessages('server');
export const { counted } = words;

/** Undoes a bulk change or an import. */
export const useUndoBatch = () =>
  useSave(calls.undoBatch, {
    invalidates: SERVER_READS,
    saved: words.takenBack,
    failed: words.notTakenBack,
  });

/** A bulk change with one Undo for the whole change. */
export function useBulk(onDone: () => void) {
  const undo = useUndoBatch();
  return useSave(calls.bulk, {
    invalidates: SERVER_READS,
    saved: (result, { body }) => {
      onDone();
      return words.done(result, body.action, (id) => undo.mutate({ params: { id } }));
    },
    failed: words.failed,
  });
}
