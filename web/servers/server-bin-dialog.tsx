import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { messageOf } from '../../contract/error.ts';
import { servers } from '../../contract/servers.ts';
import { pages } from '../api/query.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failed, Notice, Placeholders } from '../ui/list-states.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useServerUndelete } from './use-server-deletion.tsx';

const PAGE_SIZE = 50;

/** Deleted servers, to be taken back. */
export const ServerBinDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    width="form"
    title="Bin"
    text="Deleted servers stay here for 30 days."
    footer={<Button onClick={onClose}>Close</Button>}
  >
    <BinList />
  </Dialog>
);

function BinList() {
  const list = useInfiniteQuery(pages(servers.bin, { query: { limit: PAGE_SIZE } }));
  const undelete = useServerUndelete();
  if (list.isPending)
    return (
      <Placeholders count={3} className="mt-4">
        <Skeleton className="my-4 h-4 w-3/5" />
      </Placeholders>
    );
  if (!list.data) {
    const why = messageOf(list.error, 'The server did not answer.');
    return <Failed title="The bin could not be loaded" text={why} onRetry={() => void list.refetch()} />;
  }
  const deleted = list.data.pages.flatMap((page) => page.items);
  if (deleted.length === 0)
    return (
      <Notice
        icon={<Trash2 size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="The bin is empty"
        text="Nothing was deleted in the last 30 days"
      />
    );
  return (
    <>
      <ul aria-label="Deleted servers" className="mt-4 border-t border-border">
        {deleted.map((server) => (
          <li key={server.id} className="flex items-center gap-2.5 border-b border-border py-2">
            <span className="min-w-0 flex-1">
              <span className="tech block truncate text-sm font-medium">{server.name}</span>
              <span className="block text-xs text-muted">
                deleted <RelativeTime value={server.deletedAt} />
              </span>
            </span>
            <Button
              size="small"
              aria-label={`Restore ${server.name}`}
              disabled={undelete.isPending}
              onClick={() => undelete.mutate({ params: { id: server.id } })}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          className="mt-3 w-full"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}
