import { messageOf } from '../../contract/error.ts';
import { type BatchResult, servers as calls } from '../../contract/servers.ts';
import { useSave } from '../api/save.ts';
import { SERVER_READS } from './reads.ts';

/** '1 server', '3 servers' */
export const counted = (count: number) => `${count} ${count === 1 ? 'server' : 'servers'}`;

/** Takes a bulk change or an import back. */
export const useUndoBatch = () =>
  useSave(calls.undoBatch, {
    invalidates: SERVER_READS,
    saved: ({ changed, kept }) => ({
      title: 'Taken back',
      text: kept > 0 ? `${counted(changed)}; ${kept} were changed since and stay` : counted(changed),
    }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to take it back. Please try again.'),
    }),
  });

/** A bulk change with one Undo for all of it. */
export function useBulk(onDone: () => void) {
  const undo = useUndoBatch();
  return useSave(calls.bulk, {
    invalidates: SERVER_READS,
    saved: ({ changed, problems, batchId }: BatchResult, { body }) => {
      onDone();
      const done = `${counted(changed)} ${body.action === 'delete' ? 'deleted' : 'changed'}`;
      return {
        title: 'Success',
        text: problems.length > 0 ? `${done}; ${problems.length} are gone meanwhile` : done,
        ...(batchId
          ? { action: { label: 'Undo', run: () => undo.mutate({ params: { id: batchId } }) } }
          : {}),
      };
    },
    failed: (error) => ({ title: 'Error', text: messageOf(error, 'Failed to change the servers.') }),
  });
}
