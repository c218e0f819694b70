import { BookCheck, BookDashed, Download, Folder, Tag } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../../contract/calls/call.ts';
import { documentExport, MAX_EXPORT_IDS } from '../../../contract/calls/exports.ts';
import type { DocumentItem } from '../../../contract/calls/documents.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { SelectionToolbar } from '../../ui/controls/selection-toolbar.tsx';
import { counted, useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';
import { openedLater } from '../../ui/feedback/part.tsx';

const BulkEditDialog = openedLater(() => import('./bulk-edit-dialog.tsx'), 'BulkEditDialog');

type Props = { selection: Selection; loaded: DocumentItem[] };

/** Actions for the selected documents. */
export function SelectionBar({ selection, loaded }: Props) {
  const [edited, setEdited] = useState<'tags' | 'category'>();
  const bulk = useBulk(selection.clear);
  const ids = [...selection.ids];
  const publish = (isPublished: boolean) =>
    bulk.mutate({ body: { ids, action: 'set', fields: { isPublished } } });
  return (
    <>
      <SelectionToolbar
        things="documents"
        counted={counted(ids.length)}
        count={ids.length}
        onDelete={() => bulk.mutate({ body: { ids, action: 'delete' } })}
        onClear={selection.clear}
        more={
          loaded.some(({ id }) => !selection.ids.has(id)) && (
            <Button look="quiet" onClick={() => selection.select(loaded, true)}>
              Select all {loaded.length}
            </Button>
          )
        }
      >
        <Button look="quiet" icon={<Tag size={16} aria-hidden />} onClick={() => setEdited('tags')}>
          Tag
        </Button>
        <Button look="quiet" icon={<Folder size={16} aria-hidden />} onClick={() => setEdited('category')}>
          Category
        </Button>
        <Button look="quiet" icon={<BookCheck size={16} aria-hidden />} onClick={() => publish(true)}>
          Publish
        </Button>
        <Button look="quiet" icon={<BookDashed size={16} aria-hidden />} onClick={() => publish(false)}>
          Unpublish
        </Button>
        <ExportButton ids={ids} />
      </SelectionToolbar>
      {edited && (
        <BulkEditDialog
          what={edited}
          ids={ids}
          onClose={() => setEdited(undefined)}
          onDone={selection.clear}
        />
      )}
    </>
  );
}

const ExportButton = ({ ids }: { ids: string[] }) =>
  ids.length > MAX_EXPORT_IDS ? (
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
  );
