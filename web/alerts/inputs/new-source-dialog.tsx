import { useState } from 'react';
import { alertSources } from '../../../contract/calls/alert-sources.ts';
import { ALERT_LIMITS } from '../../../contract/shared/alert-words.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { problemsOf } from '../field-problems.ts';
import { NewAddress } from './new-address.tsx';

/** Names the program, then shows its address, only once. */
export function NewSourceDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const create = useSave(alertSources.create, {
    invalidates: [alertSources.list],
    failed: reasonOr('Failed to add the program. Please try again.'),
  });
  if (create.data)
    return (
      <Dialog
        open
        onClose={onClose}
        title={`${create.data.name} can send alerts`}
        text="Copy the address now. It is shown only once."
        footer={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <NewAddress
          url={create.data.url}
          use={{ label: 'Receiver of Alertmanager', text: receiver(create.data.url) }}
        />
      </Dialog>
    );
  return (
    <FormDialog
      title="New Program"
      text="It gets an address of its own. Anybody who knows the address can send alerts."
      submitLabel="Add Program"
      busy={create.isPending}
      onClose={onClose}
      onSubmit={() => create.mutate({ body: { name } })}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={ALERT_LIMITS.name}
        value={name}
        error={problemsOf(create.error)('name')}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

const receiver = (url: string): string => `webhook_configs: [{ url: '${url}', send_resolved: true }]`;
