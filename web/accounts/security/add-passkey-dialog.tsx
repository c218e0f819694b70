import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../contract/shared/error.ts';
import { passkeys } from '../../../contract/calls/passkeys.ts';
import { fieldErrors } from '../../api/save.ts';
import { wasCancelled } from '../sign-in/passkey-support.ts';
import { ConfirmFields } from './confirmed-dialog.tsx';
import * as z from 'zod/mini';
import { requiredLine } from '../../../contract/shared/fields.ts';
import { Confirmation } from '../../../contract/calls/second-factor.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { fieldOf, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { makePasskey } from '../sign-in/passkey-prompt.ts';
import { deviceName } from '../../lib/device-name.ts';

const NewPasskey = z.extend(Confirmation, { name: requiredLine(100, 'Name') });

export function AddPasskeyDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(NewPasskey, { name: deviceName(navigator.userAgent).name, password: '' });
  const add = useMutation({
    mutationFn: ({ name, password }: { name: string; password?: string | undefined }) =>
      makePasskey(name, password),
    onSuccess: ({ name }) => {
      void client.invalidateQueries({ queryKey: [passkeys.list.path] });
      toast({ kind: 'success', title: 'Passkey Added', text: `${name} can sign in from now on.` });
      onClose();
    },
    onError: (error) => {
      const wrong = fieldErrors(error);
      if (wrong) return showFieldErrors(form, wrong);
      const text = wasCancelled(error)
        ? 'No passkey was created.'
        : messageOf(error, 'Failed to add a passkey.');
      return toast({ kind: 'error', title: 'Error', text });
    },
  });
  const submit = form.handleSubmit((values) => add.mutate(values));
  return (
    <FormDialog
      title="Add Passkey"
      text="Next, your browser asks where to store it."
      submitLabel="Add passkey"
      busy={add.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField label="Name" size="large" autoComplete="off" {...fieldOf(form, 'name')} />
      <ConfirmFields hasPassword={hasPassword} field={fieldOf(form, 'password')} />
    </FormDialog>
  );
}
