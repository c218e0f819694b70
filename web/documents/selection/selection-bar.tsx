import { BookCheck, BookDashed, Folder, Download, Tag, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { addressOf } from '../../../contract/call.ts';
import { documentExport, MAX_EXPORT_IDS } from '../../../contract/document-export.ts';
import type { DocumentItem } from '../../../contract/documents.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { counted, useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

const BulkEditDialog = lazy(async () => ({
  default: (await import('./bulk-edit-dialog.tsx')).BulkEditDialog,
}));
const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

type Props = { selection: Selection; loaded: DocumentItem[] };

/** What can be done with the chosen documents; floats at the bottom so that nothing jumps. */
export function SelectionBar({ selection, loaded }: Props) {
  const [open, setOpen] = useState<'tags' | 'category' | 'delete'>();
  const bulk = useBulk(selection.clear);
  const ids = [...selection.ids];
  const close = () => setOpen(undefined);
  const publish = (isPublished: boolean) =>
    bulk.mutate({ body: { ids, action: 'set', fields: { isPublished } } });
  return (
    <>
      <div
        role="toolbar"
        aria-label="Selected documents"
        className="fixed bottom-6 left-1/2 xl:left-[calc(50%+128px)] z-20 flex w-max max-md:[&_svg]:hidden max-w-[calc(100vw-16px)] -translate-x-1/2 flex-wrap items-center gap-1 rounded-lg border border-border bg-raised px-3 py-2 text-sm shadow-1 dark:border-grey-line"
      >
        <output className="px-2 font-medium tabular-nums">{ids.length} selected</output>
        <Button look="quiet" icon={<Tag size={16} aria-hidden />} onClick={() => setOpen('tags')}>
          Tag
        </Button>
        <Button look="quiet" icon={<Folder size={16} aria-hidden />} onClick={() => setOpen('category')}>
          Category
        </Button>
        <Button look="quiet" icon={<BookCheck size={16} aria-hidden />} onClick={() => publish(true)}>
          Publish
        </Button>
        <Button look="quiet" icon={<BookDashed size={16} aria-hidden />} onClick={() => publish(false)}>
          Unpublish
        </Button>
        {ids.length > MAX_EXPORT_IDS ? (
          <Button look="quiet" disabled title={`At most ${MAX_EXPORT_IDS} at once; above, Export takes all`}>
            Export
          </Button>
        ) : (
          <a
            href={addressOf(documentExport.zip.path, undefined, { ids: ids.join(',') })}
            download
            className={buttonClass({ look: 'quiet' })}
          >
            <Download size={16} aria-hidden />
            Export
          </a>
        )}
        <Button
          look="quiet"
          className="text-red"
          icon={<Trash2 size={16} aria-hidden />}
          onClick={() => setOpen('delete')}
        >
          Delete
        </Button>
        {loaded.some(({ id }) => !selection.ids.has(id)) && (
          <Button look="quiet" onClick={() => selection.select(loaded, true)}>
            Select all {loaded.length}
          </Button>
        )}
        <Button look="quiet" onClick={selection.clear}>
          Clear
        </Button>
      </div>
      <Suspense>
        {(open === 'tags' || open === 'category') && (
          <BulkEditDialog what={open} ids={ids} onClose={close} onDone={selection.clear} />
        )}
        {open === 'delete' && (
          <ConfirmDialog
            open
            onClose={close}
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
