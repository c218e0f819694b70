import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { openedLater } from '../feedback/part.tsx';

const ConfirmDialog = openedLater(() => import('../overlays/confirm-dialog.tsx'), 'ConfirmDialog');

type Props = {
  /** The selected objects, in the plural: 'documents'. */
  things: string;
  /** The number of selected objects, as text: '3 documents'. */
  counted: string;
  count: number;
  onDelete: () => void;
  onClear: () => void;
  /** Further actions, before Delete. */
  children: ReactNode;
  /** A way to select more, between Delete and Clear. */
  more: ReactNode;
};

/** Actions for the selected rows. Floats at the bottom, so that nothing shifts. */
export function SelectionToolbar({ things, counted, count, onDelete, onClear, children, more }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <div
        role="toolbar"
        aria-label={`Selected ${things}`}
        className={
          'fixed bottom-6 left-1/2 z-20 flex w-max max-w-[calc(100vw-16px)] -translate-x-1/2 ' +
          'flex-wrap items-center gap-1 rounded-lg border border-border bg-raised px-3 py-2 text-sm ' +
          'shadow-1 xl:left-[calc(50%+128px)] max-md:[&_svg]:hidden dark:border-grey-line'
        }
      >
        <output className="px-2 font-medium tabular-nums">{count} selected</output>
        {children}
        <Button
          look="quiet"
          className="text-red"
          icon={<Trash2 size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
        {more}
        <Button look="quiet" onClick={onClear}>
          Clear
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={onDelete}
          title={`Delete ${counted}?`}
          text="They go to the bin, where they can be restored for 30 days."
          confirmLabel="Delete"
        />
      )}
    </>
  );
}
