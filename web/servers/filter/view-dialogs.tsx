import { useState } from 'react';
import { filterLabel } from '../../../contract/shared/filter-labels.ts';
import { readFilter } from '../../../contract/shared/filter-text.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import { serverViews, VIEW_LIMITS, type ServerView } from '../../../contract/calls/server-views.ts';
import { fieldErrors, reasonOr, useSave } from '../../api/save.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Form } from '../../ui/controls/form.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Link as LinkIcon, Pencil, Star, StarOff, Trash2 } from 'lucide-react';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { paths } from '../../paths.ts';
import { stringifySearch } from '../../search-params.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { toast } from '../../ui/overlays/toasts.ts';

type Props = { filter: string; onClose: () => void; onSaved: (view: ServerView) => void };

/** Saves the current filters under a name. */
export function SaveViewDialog({ filter, onClose, onSaved }: Props) {
  const timeStyle = useTimeStyle();
  const [name, setName] = useState('');
  const [isDefault, setDefault] = useState(false);
  const save = useSave(serverViews.create, {
    invalidates: [serverViews.list],
    saved: (view) => ({ title: 'View saved', text: view.name }),
    // The field shows the error.
    failed: () => undefined,
  });
  return (
    <FormDialog
      title="Save view"
      text={filterLabel(readFilter(filter), timeStyle) || 'All servers'}
      submitLabel="Save view"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() =>
        save.mutate(
          { body: { name, filter, isDefault } },
          {
            onSuccess: (view) => {
              onClose();
              onSaved(view);
            },
          },
        )
      }
    >
      <TextField
        label="Name"
        maxLength={VIEW_LIMITS.name}
        autoComplete="off"
        value={name}
        error={save.error ? viewProblem(save.error) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Switch
        label="Default view"
        hint="Opens with the Infrastructure page."
        checked={isDefault}
        onChange={setDefault}
      />
    </FormDialog>
  );
}

/** The message below the name: why it is invalid, or why the view was not saved. */
export const viewProblem = (error: Error): string =>
  fieldErrors(error)?.['name'] ?? messageOf(error, 'The view could not be saved. Try again.');

const invalidates = [serverViews.list];
const failed = reasonOr('The view could not be changed. Try again.');

/** The user's saved views: rename, make default, copy the link, delete. */
export function ManageViewsDialog({ views, onClose }: { views: ServerView[]; onClose: () => void }) {
  const [renamedId, setRenamedId] = useState<string>();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Views"
      width="form"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {views.length === 0 && <p className="py-2 text-sm text-muted">No saved views.</p>}
      <ul aria-label="Saved views">
        {views.map((view) => (
          <li key={view.id} className="border-b border-border py-2 last:border-0">
            {view.id === renamedId ? (
              <RenameForm view={view} onDone={() => setRenamedId(undefined)} />
            ) : (
              <ViewRow view={view} onRename={() => setRenamedId(view.id)} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function ViewRow({ view, onRename }: { view: ServerView; onRename: () => void }) {
  const timeStyle = useTimeStyle();
  const { id, name, filter, isDefault } = view;
  const update = useSave(serverViews.update, { invalidates, failed });
  const restore = useSave(serverViews.create, {
    invalidates,
    saved: () => ({ title: 'Restored', text: `${name} is back.` }),
    failed,
  });
  const remove = useSave(serverViews.remove, {
    invalidates,
    saved: () => ({
      title: 'View deleted',
      text: name,
      action: { label: 'Undo', run: () => restore.mutate({ body: { name, filter, isDefault } }) },
    }),
    failed,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="flex items-center gap-2 text-sm font-medium">
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          {isDefault && <Badge look="soft">Default</Badge>}
        </p>
        <p className="truncate text-xs text-muted">
          {filterLabel(readFilter(filter), timeStyle) || 'All servers'}
        </p>
      </div>
      <div className="flex flex-none">
        <IconButton label={`Rename ${name}`} icon={<Pencil size={16} />} onClick={onRename} />
        <IconButton
          label={isDefault ? `No longer open ${name} by default` : `Make ${name} the default`}
          icon={isDefault ? <StarOff size={16} /> : <Star size={16} />}
          busy={update.isPending}
          onClick={() => update.mutate({ params: { id }, body: { isDefault: !isDefault } })}
        />
        <IconButton
          label={`Copy link to ${name}`}
          icon={<LinkIcon size={16} />}
          onClick={() => void copyLink(filter)}
        />
        <IconButton
          label={`Delete ${name}`}
          icon={<Trash2 size={16} />}
          busy={remove.isPending}
          onClick={() => remove.mutate({ params: { id } })}
        />
      </div>
    </div>
  );
}

/** The link shows the same filters to everyone, regardless of their default view. */
async function copyLink(filter: string) {
  const search = stringifySearch(filter ? { filter } : { view: 'all' });
  try {
    await copyText(`${location.origin}${paths.infrastructure}${search}`);
    toast({ kind: 'success', title: 'Link copied', text: 'It opens the same filters for everyone.' });
  } catch {
    toast({ kind: 'error', title: 'Error', text: 'The browser did not allow copying.' });
  }
}

function RenameForm({ view, onDone }: { view: ServerView; onDone: () => void }) {
  const [name, setName] = useState(view.name);
  const rename = useSave(serverViews.update, {
    invalidates,
    // The field shows the error.
    failed: () => undefined,
  });
  return (
    <Form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ params: { id: view.id }, body: { name } }, { onSuccess: onDone });
      }}
    >
      <TextField
        className="flex-[1_1_12rem]"
        label="New name"
        hideLabel
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened the field is gone
        autoFocus
        maxLength={VIEW_LIMITS.name}
        autoComplete="off"
        value={name}
        error={rename.error ? viewProblem(rename.error) : undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Keeps the dialog open.
          event.preventDefault();
          event.stopPropagation();
          onDone();
        }}
      />
      <Button onClick={onDone}>Cancel</Button>
      <Button type="submit" look="primary" busy={rename.isPending}>
        Rename
      </Button>
    </Form>
  );
}
