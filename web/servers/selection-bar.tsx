import { Pencil, Trash2, Wrench } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Server } from '../../contract/server-fields.ts';
import { Button } from '../ui/button.tsx';
import { counted, useBulk } from './use-bulk.ts';

const BulkEditDialog = lazy(async () => ({
  default: (await import('./form/bulk-edit-dialog.tsx')).BulkEditDialog,
}));
const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/** What can be done with the selected rows; floats at the bottom so that nothing jumps. */
export function SelectionBar({ servers, onClear }: { servers: Server[]; onClear: () => void }) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const bulk = useBulk(onClear);
  const ids = servers.map(({ id }) => id);
  return (
    <>
      <div
        role="toolbar"
        aria-label="Selected servers"
        className="fixed bottom-6 left-1/2 z-20 flex max-w-[calc(100vw-16px)] -translate-x-1/2 flex-wrap items-center gap-1 rounded-lg border border-border bg-raised px-3 py-2 text-sm shadow-1 dark:border-grey-line"
      >
        <output className="px-2 font-medium tabular-nums">{servers.length} selected</output>
        <Button look="quiet" icon={<Pencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
          Edit
        </Button>
        <Button
          look="quiet"
          icon={<Wrench size={16} aria-hidden />}
          onClick={() => bulk.mutate({ body: { ids, action: 'set', fields: { status: 'maintenance' } } })}
        >
          Maintenance
        </Button>
        <Button
          look="quiet"
          className="text-red"
          icon={<Trash2 size={16} aria-hidden />}
          onClick={() => setOpen('delete')}
        >
          Delete
        </Button>
        <Button look="quiet" onClick={onClear}>
          Clear
        </Button>
      </div>
      <Suspense>
        {open === 'edit' && <BulkEditDialog ids={ids} onClose={() => setOpen(undefined)} onDone={onClear} />}
        {open === 'delete' && (
          <ConfirmDialog
            open
            onClose={() => setOpen(undefined)}
            onConfirm={() => bulk.mutate({ body: { ids, action: 'delete' } })}
            title={`Delete ${counted(ids.length)}?`}
            text="They go to the bin, where they can be restored for 30 days."
            confirmLabel="Delete"
          />
        )}
      </Suspense>
    </>
  );
}
