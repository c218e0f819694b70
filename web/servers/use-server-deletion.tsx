import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Server } from '../../contract/server-fields.ts';
import { servers } from '../../contract/servers.ts';
import { useSave } from '../api/save.ts';
import { SERVER_READS } from './reads.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/** Deletes after asking, with an Undo in the toast; `dialog` must stand on the page. */
export function useServerDeletion(after?: () => void): {
  askToDelete: (server: Server) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Server>();
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
  const dialog = asked && (
    <Suspense>
      <ConfirmDialog
        open
        onClose={() => setAsked(undefined)}
        onConfirm={() => remove.mutate({ params: { id: asked.id } })}
        title={`Delete ${asked.name}?`}
        text="Are you sure you want to delete this server?"
        confirmLabel="Delete"
      />
    </Suspense>
  );
  return { askToDelete: setAsked, dialog };
}

/** Takes a server back out of the bin. */
export const useServerUndelete = () =>
  useSave(servers.undelete, {
    invalidates: SERVER_READS,
    saved: ({ name }) => ({ title: 'Restored', text: `${name} is back in the inventory.` }),
    failed: () => ({ title: 'Error', text: 'Failed to restore server. Please try again.' }),
  });
