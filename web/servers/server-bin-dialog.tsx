import { useInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '../../contract/shared/error.ts';
import { servers } from '../../contract/calls/servers.ts';
import { pages } from '../api/query.ts';
import { BIN_PAGE_SIZE, BinDialog, BinEntry } from '../ui/overlays/bin-dialog.tsx';
import { useServerUndelete } from './server-actions.ts';

/** Deleted servers, which can be restored. */
export function ServerBinDialog({ onClose }: { onClose: () => void }) {
  const bin = useInfiniteQuery(pages(servers.bin, { query: { limit: BIN_PAGE_SIZE } }));
  const undelete = useServerUndelete();
  return (
    <BinDialog
      things="servers"
      bin={bin}
      problem={messageOf(bin.error, 'The server did not answer.')}
      onClose={onClose}
      row={(server) => (
        <BinEntry
          name={server.name}
          isTechnical
          deletedAt={server.deletedAt}
          restoreLabel={`Restore ${server.name}`}
          isBusy={undelete.isPending}
          onRestore={() => undelete.mutate({ params: { id: server.id } })}
        />
      )}
    />
  );
}
