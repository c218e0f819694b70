import { useId, useState } from 'react';
import { filterLabel } from '../../../contract/filter-labels.ts';
import { readFilter } from '../../../contract/filter-text.ts';
import { messageOf } from '../../../contract/error.ts';
import { serverViews, VIEW_LIMITS } from '../../../contract/server-views.ts';
import type { ServerView } from '../../../contract/server-views.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { useTimeZone } from '../../lib/preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Form } from '../../ui/controls/form.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';

type Props = { filter: string; onClose: () => void; onSaved: (view: ServerView) => void };

/** Saves the current filters under a name. */
export function SaveViewDialog({ filter, onClose, onSaved }: Props) {
  const formId = useId();
  const timeZone = useTimeZone();
  const [name, setName] = useState('');
  const [isDefault, setDefault] = useState(false);
  const save = useSave(serverViews.create, {
    invalidates: [serverViews.list],
    saved: (view) => ({ title: 'View saved', text: view.name }),
    // The field shows the error.
    failed: () => undefined,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save view"
      text={filterLabel(readFilter(filter), timeZone) || 'All servers'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={save.isPending}>
            Save view
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className="flex flex-col gap-4 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { body: { name, filter, isDefault } },
            {
              onSuccess: (view) => {
                onClose();
                onSaved(view);
              },
            },
          );
        }}
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
      </Form>
    </Dialog>
  );
}

/** The message below the name: why it is invalid, or why the view was not saved. */
export const viewProblem = (error: Error): string =>
  fieldErrors(error)?.['name'] ?? messageOf(error, 'The view could not be saved. Try again.');
