import { Pencil, Wrench } from 'lucide-react';
import { useState } from 'react';
import type { Server } from '../../contract/shared/server-fields.ts';
import { Button } from '../ui/controls/button.tsx';
import { SelectionToolbar } from '../ui/controls/selection-toolbar.tsx';
import { counted, useBulk } from './use-bulk.ts';
import { openedLater } from '../ui/feedback/part.tsx';

const BulkEditDialog = openedLater(() => import('./form/bulk-edit-dialog.tsx'), 'BulkEditDialog');

/** Actions for the selected rows. */
export function SelectionBar({ servers, onClear }: { servers: Server[]; onClear: () => void }) {
  const [isEditing, setEditing] = useState(false);
  const bulk = useBulk(onClear);
  const ids = servers.map(({ id }) => id);
  return (
    <>
      <SelectionToolbar
        things="servers"
        counted={counted(ids.length)}
        count={ids.length}
        onDelete={() => bulk.mutate({ body: { ids, action: 'delete' } })}
        onClear={onClear}
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
      {isEditing && <BulkEditDialog ids={ids} onClose={() => setEditing(false)} onDone={onClear} />}
    </>
  );
}
