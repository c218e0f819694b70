import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { Failed, Notice, Placeholders, Skeleton } from '../feedback/list-states.tsx';
import { RelativeTime } from '../feedback/relative-time.tsx';

export const BIN_PAGE_SIZE = 50;

/** The result of an infinite query of a bin. */
type Bin<T> = {
  isPending: boolean;
  data: { pages: { items: T[] }[] } | undefined;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type Props<T> = {
  /** The objects in the bin, in the plural. */
  things: string;
  bin: Bin<T>;
  /** Why the bin could not be loaded, if it failed. */
  problem: string;
  /** Renders one entry of the list. */
  row: (item: T) => ReactNode;
  onClose: () => void;
};

/** Deleted objects, which can be restored for 30 days. */
export const BinDialog = <T extends { id: string }>({ things, bin, problem, row, onClose }: Props<T>) => (
  <Dialog
    open
    onClose={onClose}
    width="form"
    title="Bin"
    text={`Deleted ${things} stay here for 30 days.`}
    footer={<Button onClick={onClose}>Close</Button>}
  >
    <BinList things={things} bin={bin} problem={problem} row={row} />
  </Dialog>
);

function BinList<T extends { id: string }>({ things, bin, problem, row }: Omit<Props<T>, 'onClose'>) {
  if (bin.isPending) {
    return (
      <Placeholders count={3} className="mt-4">
        <Skeleton className="my-4 h-4 w-3/5" />
      </Placeholders>
    );
  }
  if (!bin.data) {
    return <Failed title="The bin could not be loaded" text={problem} onRetry={() => void bin.refetch()} />;
  }
  const items = bin.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <Notice
        icon={<Trash2 size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="The bin is empty"
        text="Nothing was deleted in the last 30 days"
      />
    );
  }
  return (
    <>
      <ul aria-label={`Deleted ${things}`} className="mt-4 border-t border-border">
        {items.map((item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-border py-2 compact:py-0.5"
          >
            {row(item)}
          </li>
        ))}
      </ul>
      {bin.hasNextPage && (
        <Button
          className="mt-3 w-full"
          busy={bin.isFetchingNextPage}
          onClick={() => void bin.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

type EntryProps = {
  name: string;
  isTechnical?: boolean;
  /** Shown before the time of deletion. */
  about?: string;
  deletedAt: string;
  /** Accessible name of the Restore button. */
  restoreLabel: string;
  isBusy: boolean;
  onRestore: () => void;
  /** Other buttons, before Restore. */
  children?: ReactNode;
};

/** The name of a deleted object, the time of deletion, and a Restore button. */
export const BinEntry = ({ name, isTechnical, about, deletedAt, children, ...entry }: EntryProps) => (
  <>
    <span className="min-w-40 flex-1">
      <span className={`${isTechnical ? 'tech ' : ''}block text-sm font-medium [overflow-wrap:anywhere]`}>
        {name}
      </span>
      <span className="block text-xs text-muted">
        {about}deleted <RelativeTime value={deletedAt} />
      </span>
    </span>
    {children}
    <Button size="small" aria-label={entry.restoreLabel} disabled={entry.isBusy} onClick={entry.onRestore}>
      Restore
    </Button>
  </>
);
