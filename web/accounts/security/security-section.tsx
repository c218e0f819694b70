import { Link } from 'wouter';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState, useId } from 'react';
import { messageOf } from '../../../contract/error.ts';
import { type SignInMeans, secondFactor } from '../../../contract/second-factor.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { SettingsRow, SettingsSection } from '../settings/settings-section.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';
import { useWatch } from 'react-hook-form';
import { accounts, ChangePassword } from '../../../contract/accounts.ts';
import { sessions } from '../../../contract/sessions.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/** How the account is guarded: password, second factor, recovery codes left. */
export const useSignInMeans = () => useQuery(query(secondFactor.show, {}));

export function SecuritySection() {
  const [isChanging, setChanging] = useState(false);
  const means = useSignInMeans();
  const hasPassword = means.data?.hasPassword ?? true;
  return (
    <SettingsSection title="Security" text="How you sign in, and where you are signed in.">
      <SettingsRow
        icon={<KeyRound size={16} aria-hidden />}
        title="Password"
        text={
          means.error ? messageOf(means.error, 'Failed to fetch your security settings') : ageOf(means.data)
        }
      >
        {means.isError && <Button onClick={() => void means.refetch()}>Try again</Button>}
        {hasPassword ? (
          <Button onClick={() => setChanging(true)}>Change Password</Button>
        ) : (
          <Link href={paths.forgotPassword} className={buttonClass()}>
            Set Password
          </Link>
        )}
      </SettingsRow>
      <TwoFactor means={means.data} />
      <Passkeys hasPassword={hasPassword} />
      <Sessions />
      {isChanging && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </SettingsSection>
  );
}

function ageOf(means: SignInMeans | undefined): ReactNode {
  if (means && !means.hasPassword) return 'None yet: you sign in with Google';
  if (!means?.passwordChangedAt) return 'Changing it ends your other sessions';
  return (
    <>
      Last updated <RelativeTime value={means.passwordChangedAt} />
    </>
  );
}

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

const failure = (error: Error) => ({
  title: 'Password Change Failed',
  text: messageOf(error, 'Failed to change password. Please try again.'),
});

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
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
