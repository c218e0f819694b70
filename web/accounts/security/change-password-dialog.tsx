import { useId } from 'react';
import { messageOf } from '../../../contract/error.ts';
import { secondFactor } from '../../../contract/second-factor.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useWatch } from 'react-hook-form';
import { accounts, ChangePassword } from '../../../contract/accounts.ts';
import { sessions } from '../../../contract/sessions.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

const failure = (error: Error) => ({
  title: 'Password Change Failed',
  text: messageOf(error, 'Failed to change password. Please try again.'),
});

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
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
    <Dialog
      open
      onClose={onClose}
      title="Change Password"
      text="Your other sessions end; this one stays."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={change.isPending}>
            {change.isPending ? 'Changing...' : 'Change Password'}
          </Button>
        </>
      }
    >
      <Form id={formId} className="flex flex-col gap-4 pt-4" onSubmit={(event) => void submit(event)}>
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
      </Form>
    </Dialog>
  );
}
