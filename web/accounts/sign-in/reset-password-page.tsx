import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { accounts, ResetPassword } from '../../../contract/calls/accounts.ts';
import { signedIn } from '../../../contract/calls/user.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import { useSearch, useLinkToken } from '../../api/address.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/controls/button.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { AccountFrame, linkClass, NoticeBox } from './account-frame.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const REQUEST_ANOTHER = 'Request New Password Reset';

/** Target of the link in the password reset mail. */
export function ResetPasswordPage() {
  const token = useLinkToken(useSearch().token, paths.resetPassword);
  const [isDone, setDone] = useState(false);
  if (!token) {
    return (
      <AccountFrame
        title="Invalid Reset Link"
        text="Invalid or missing reset token. Please request a new password reset."
      >
        <LinkButton to={paths.forgotPassword} look="primary">
          {REQUEST_ANOTHER}
        </LinkButton>
      </AccountFrame>
    );
  }
  if (isDone) {
    return (
      <AccountFrame title="Password Reset Successful!" text="You can sign in with your new password.">
        <LinkButton to={paths.login} look="primary">
          Go to Sign In
        </LinkButton>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Set a new password" text="This ends every session and API token of your account.">
      <ResetForm token={token} onDone={() => setDone(true)} />
    </AccountFrame>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useSchemaForm(ResetPassword, { token, password: '', confirmPassword: '' });
  const typed = useWatch({ control: form.control, name: 'password' });
  const reset = useSave(accounts.resetPassword, {
    invalidates: [signedIn.currentUser],
    failed: () => undefined,
  });
  const submit = form.handleSubmit((body) =>
    reset.mutate(
      { body },
      { onSuccess: onDone, onError: (error) => showFieldErrors(form, fieldErrors(error)) },
    ),
  );
  const refusal =
    fieldOf(form, 'token').error ??
    (reset.error && !fieldErrors(reset.error)
      ? messageOf(reset.error, 'An error occurred. Please try again.')
      : undefined);
  return (
    <>
      {refusal && (
        <NoticeBox kind="error" text={refusal}>
          <a href={paths.forgotPassword} className={linkClass}>
            {REQUEST_ANOTHER}
          </a>
        </NoticeBox>
      )}
      <Form onSubmit={(event) => void submit(event)}>
        <input type="hidden" {...form.register('token')} />
        <NewPasswordFields
          label="New password"
          typed={typed}
          password={fieldOf(form, 'password')}
          confirmPassword={fieldOf(form, 'confirmPassword')}
        />
        <Button type="submit" look="primary" size="large" busy={reset.isPending}>
          Reset Password
        </Button>
      </Form>
    </>
  );
}
