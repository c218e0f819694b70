import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withReason } from '../../../contract/shared/error.ts';
import type { Server, ServerInput } from '../../../contract/shared/server-fields.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { query } from '../../api/query.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { useCurrentUser } from '../../api/session.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { showFieldErrors, useSchemaForm, fieldOf, type FormOf } from '../../ui/controls/form.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { SERVER_READS } from '../server-actions.ts';
import { ServerForm, valuesOf, CHECK_LABELS } from './form-values.ts';
import { ServerFields } from './server-form-fields.tsx';
import { useWatch } from 'react-hook-form';
import { CHECK_KINDS } from '../../../contract/shared/check-target.ts';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';

type Props = {
  /** Undefined for a new server. */
  server: Server | undefined;
  onClose: () => void;
};

const refused = () =>
  toast({ kind: 'error', title: 'Validation Error', text: 'Please check your input and try again.' });

/** Adds or edits a server. */
export function ServerDialog({ server, onClose }: Props) {
  const me = useCurrentUser().data;
  const form = useSchemaForm(ServerForm, valuesOf(server, me?.id ?? ''));
  // A chosen status is sent even if it equals the status at the time the form was opened.
  const [isStatusChosen, setStatusChosen] = useState(false);
  const options = useQuery(query(servers.options, {}));
  const verb = server ? 'update' : 'add';
  const outcome = {
    invalidates: SERVER_READS,
    saved: () => {
      onClose();
      return { title: 'Success', text: server ? 'Server updated successfully' : 'Server added successfully' };
    },
    failed: (error: Error) => ({
      title: 'Error',
      text: withReason(`Failed to ${verb} server. Please try again.`, error),
    }),
  };
  const create = useSave(servers.create, outcome);
  const update = useSave(servers.update, outcome);
  const onError = (error: unknown) => {
    const wrong = fieldErrors(error);
    if (!wrong) return;
    refused();
    showFieldErrors(form, wrong);
  };
  const save = (body: ServerInput) => {
    // A check may have changed the status since the form was opened, so it is sent only if it was chosen here.
    const { status, ...rest } = body;
    const change = isStatusChosen ? { ...rest, status } : rest;
    if (server) update.mutate({ params: { id: server.id }, body: change }, { onError });
    else create.mutate({ body }, { onError });
  };

  return (
    <FormDialog
      width="form"
      title={server ? 'Edit Server' : 'Add New Server'}
      submitLabel={server ? 'Update Server' : 'Add Server'}
      busy={create.isPending || update.isPending}
      onClose={onClose}
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement && target.name === 'status') setStatusChosen(true);
      }}
      onSubmit={form.handleSubmit((values) => save(values), refused)}
      className="mt-2 grid gap-4 pb-1 sm:grid-cols-2"
    >
      <ServerFields form={form} options={options.data} />
      <CheckFields form={form} />
    </FormDialog>
  );
}

const KINDS = [
  { value: '', label: 'None (figures are simulated)' },
  ...CHECK_KINDS.map((value) => ({ value, label: CHECK_LABELS[value].label })),
];

/** Configuration of the product's own health check. */
function CheckFields({ form }: { form: FormOf<typeof ServerForm> }) {
  const kind = useWatch({ control: form.control, name: 'check.kind' });
  return (
    <fieldset className="grid gap-4 border-t border-border pt-4 sm:col-span-2 sm:grid-cols-2">
      <legend className="sr-only">Health check</legend>
      <Select label="Health Check" options={KINDS} {...fieldOf(form, 'check.kind')} />
      {kind !== '' && (
        <>
          <TextField
            label="Target"
            placeholder={CHECK_LABELS[kind].example}
            {...fieldOf(form, 'check.target')}
          />
          <TextField
            label="Interval"
            hint="Seconds; the default of this installation if blank"
            inputMode="numeric"
            {...fieldOf(form, 'check.intervalSeconds')}
          />
          <TextField
            label="Time-out"
            hint="Milliseconds; 10,000 if blank"
            inputMode="numeric"
            {...fieldOf(form, 'check.timeoutMs')}
          />
          <TextField
            label="Failures before it counts"
            hint="In a row; 3 if blank"
            inputMode="numeric"
            {...fieldOf(form, 'check.retries')}
          />
          {kind === 'http' && (
            <>
              <TextField
                label="Expected status"
                hint="200 to 299 if blank"
                inputMode="numeric"
                {...fieldOf(form, 'check.expectStatus')}
              />
              <TextField label="Expected text" {...fieldOf(form, 'check.expectText')} />
            </>
          )}
        </>
      )}
    </fieldset>
  );
}
