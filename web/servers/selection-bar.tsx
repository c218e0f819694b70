import { Pencil, Wrench } from 'lucide-react';
import { useState } from 'react';
import { servers as calls } from '../../contract/calls/servers.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import { SERVER_LIMITS } from '../../contract/shared/server-words.ts';
import { readIds, SelectAll } from '../api/select-all.tsx';
import { Button } from '../ui/controls/button.tsx';
import type { Selection } from '../ui/controls/use-selection.ts';
import { SelectionToolbar } from '../ui/controls/selection-toolbar.tsx';
import type { ServersSearch } from './servers-search.ts';
import { counted, useBulk } from './use-bulk.ts';
import { openedLater } from '../ui/feedback/part.tsx';

const BulkEditDialog = openedLater(() => import('./form/bulk-edit-dialog.tsx'), 'BulkEditDialog');

type Props = {
  selection: Selection;
  /** What the list shows so far, how many match, and by which filters. */
  list: { servers: Server[]; total: number };
  search: ServersSearch;
};

/** Actions for the selected rows. */
export function SelectionBar({ selection, list, search }: Props) {
  const { q, filter, environment, status, sort } = search;
  const [isEditing, setEditing] = useState(false);
  const bulk = useBulk(selection.clear);
  const ids = [...selection.ids];
  return (
    <>
      <SelectionToolbar
        things="servers"
        counted={counted(ids.length)}
        count={ids.length}
        onDelete={() => bulk.mutate({ body: { ids, action: 'delete' } })}
        onClear={selection.clear}
        more={
          <SelectAll
            key={JSON.stringify([q, filter, environment, status])}
            selection={selection}
            loaded={list.servers}
            total={list.total}
            readAll={() =>
              readIds(calls.list, { query: { q, filter, environment, status, sort } }, SERVER_LIMITS.batch)
            }
            most={SERVER_LIMITS.batch}
          />
        }
      >
        <Button look="quiet" icon={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          Edit
        </Button>
        <Button
          look="quiet"
          icon={<Wrench size={16} aria-hidden />}
          onClick={() => bulk.mutate({ body: { ids, action: 'set', fields: { status: 'maintenance' } } })}
        >
          Maintenance
        </Button>
      </SelectionToolbar>
      {isEditing && <BulkEditDialog ids={ids} onClose={() => setEditing(false)} onDone={selection.clear} />}
    </>
  );
}
