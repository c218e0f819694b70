import { BookCheck, BookDashed, Download, Folder, Tag } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../../contract/calls/call.ts';
import { MAX_BULK } from '../../../contract/calls/document-batches.ts';
import { documentExport, MAX_EXPORT_IDS } from '../../../contract/calls/exports.ts';
import type { DocumentItem } from '../../../contract/calls/documents.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { SelectionToolbar } from '../../ui/controls/selection-toolbar.tsx';
import { counted, useBulk } from './use-bulk.ts';
import type { Selection } from '../../ui/controls/use-selection.ts';
import { useBase } from '../base.ts';
import type { Filters } from '../list/knowledge-base-search.ts';
import { readIds, SelectAll } from '../../api/select-all.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';

const BulkEditDialog = openedLater(() => import('./bulk-edit-dialog.tsx'), 'BulkEditDialog');

type Props = {
  selection: Selection;
  /** What the list shows so far, how many match, and by which filters. */
  list: { documents: DocumentItem[]; total: number };
  filters: Filters;
};

/** Actions for the selected documents. */
export function SelectionBar({ selection, list, filters }: Props) {
  const { calls } = useBase();
  const { q, type, category } = filters;
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
          <SelectAll
            key={JSON.stringify(filters)}
            selection={selection}
            loaded={list.documents}
            total={list.total}
            readAll={() => readIds(calls.list, { query: { q, type, category, fields: 'card' } }, MAX_BULK)}
            most={MAX_BULK}
          />
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
