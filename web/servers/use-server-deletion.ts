import type { Server } from '../../contract/server-fields.ts';
import { servers } from '../../contract/servers.ts';
import { useSave } from '../api/save.ts';
import { SERVER_READS } from './reads.ts';

/** Deletes after the browser has asked, with an Undo in the toast. */
export function useServerDeletion(after?: () => void): (server: Server) => void {
  const undelete = useServerUndelete();
  const remove = useSave(servers.remove, {
    invalidates: SERVER_READS,
    saved: (_, { params }) => {
      after?.();
      return {
        title: 'Success',
        text: 'Server deleted successfully',
        action: { label: 'Undo', run: () => undelete.mutate({ params }) },
      };
    },
    failed: () => ({ title: 'Error', text: 'Failed to delete server. Please try again.' }),
  });
  return ({ id }) => {
    if (confirm('Are you sure you want to delete this server?')) remove.mutate({ params: { id } });
  };
}

/** Takes a server back out of the bin. */
export const useServerUndelete = () =>
  useSave(servers.undelete, {
    invalidates: SERVER_READS,
    saved: ({ name }) => ({ title: 'Restored', text: `${name} is back in the inventory.` }),
    failed: () => ({ title: 'Error', text: 'Failed to restore server. Please try again.' }),
  });
