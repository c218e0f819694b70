import { fieldErrors, reasonOr, useSave } from '../../api/save.ts';
import { fieldOf, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { ChangeEmail, ownAccount } from '../../../contract/calls/own-account.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { ConfirmFields } from '../security/confirmed-dialog.tsx';
import { useSignInMeans } from '../security/security-section.tsx';

export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(ChangeEmail, { email: '', currentPassword: '' });
  const hasPassword = useSignInMeans().data?.hasPassword ?? true;
  const change = useSave(ownAccount.changeEmail, {
    invalidates: [],
    saved: ({ message }) => ({ title: 'Check Your Email', text: message }),
    failed: reasonOr('Failed to change your e-mail. Please try again.'),
  });
  const submit = form.handleSubmit((body) =>
    change.mutate(
      { body },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, fieldErrors(error)) },
    ),
  );
  return (
    <FormDialog
      title="Change Email"
      text="We send a link to the new address. Opening it makes the change, and the old address is notified."
      submitLabel="Send Link"
      busy={change.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="New email"
        type="email"
        size="large"
        autoComplete="email"
        {...fieldOf(form, 'email')}
      />
      <ConfirmFields hasPassword={hasPassword} field={fieldOf(form, 'currentPassword')} />
    </FormDialog>
  );
}
