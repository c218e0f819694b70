import { secondFactor } from '../../../contract/calls/second-factor.ts';
import { useWatch } from 'react-hook-form';
import { accounts, ChangePassword } from '../../../contract/calls/accounts.ts';
import { sessions } from '../../../contract/calls/sessions.ts';
import { fieldErrors, reasonOr, useSave } from '../../api/save.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { fieldOf, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

const failure = reasonOr('Failed to change password. Please try again.', 'Password Change Failed');

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(ChangePassword, EMPTY);
  const typed = useWatch({ control: form.control, name: 'newPassword' });
  const change = useSave(accounts.changePassword, {
    invalidates: [sessions.list, secondFactor.show],
    saved: () => ({ title: 'Password Changed', text: 'Your password has been updated successfully.' }),
    failed: failure,
  });
  const showRefusal = (error: Error) => {
    const wrong = fieldErrors(error);
    if (!wrong) return;
    showFieldErrors(form, wrong);
    toast({ kind: 'error', ...failure(error) });
  };
  const submit = form.handleSubmit((body) =>
    change.mutate({ body }, { onSuccess: onClose, onError: showRefusal }),
  );
  return (
    <FormDialog
      title="Change Password"
      text="Your other sessions end; this one stays."
      submitLabel={change.isPending ? 'Changing...' : 'Change Password'}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <PasswordField
        label="Current password"
        size="large"
        autoComplete="current-password"
        {...fieldOf(form, 'currentPassword')}
      />
      <NewPasswordFields
        label="New password"
        confirmLabel="Confirm new password"
        typed={typed}
        password={fieldOf(form, 'newPassword')}
        confirmPassword={fieldOf(form, 'confirmPassword')}
      />
    </FormDialog>
  );
}
