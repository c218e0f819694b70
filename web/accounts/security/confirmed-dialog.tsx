import type * as z from 'zod/mini';
import { Confirmation } from '../../../contract/calls/second-factor.ts';
import { fieldErrors } from '../../api/save.ts';
import type { ButtonProps } from '../../ui/controls/button.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { fieldOf, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { google } from '../../../contract/calls/accounts.ts';
import { addressOf } from '../../../contract/calls/call.ts';
import { paths } from '../../paths.ts';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import type { TextFieldProps } from '../../ui/controls/text-field.tsx';
import { linkClass } from '../sign-in/account-frame.tsx';

type Props = {
  title: string;
  text: string;
  /** Label of the confirm button, a verb. */
  label: string;
  look: NonNullable<ButtonProps['look']>;
  hasPassword: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: (body: z.output<typeof Confirmation>, onError: (error: Error) => void) => void;
};

/** A confirmation that requires the password. */
export function ConfirmedDialog({ title, text, label, look, hasPassword, busy, onClose, onConfirm }: Props) {
  const form = useSchemaForm(Confirmation, { password: '' });
  const close = () => busy || onClose();
  const submit = form.handleSubmit((body) =>
    onConfirm(body, (error) => showFieldErrors(form, fieldErrors(error))),
  );
  return (
    <FormDialog
      title={title}
      text={text}
      submitLabel={label}
      submitLook={look}
      busy={busy}
      onClose={close}
      onSubmit={submit}
    >
      <ConfirmFields hasPassword={hasPassword} field={fieldOf(form, 'password')} />
    </FormDialog>
  );
}

type ConfirmFieldsProps = {
  hasPassword: boolean;
  field: Pick<TextFieldProps, 'name' | 'error' | 'ref' | 'onChange' | 'onBlur'>;
};

/** The password again, before an action that affects sign-in. Accounts without one get a link to sign in again. */
export const ConfirmFields = ({ hasPassword, field }: ConfirmFieldsProps) =>
  hasPassword ? (
    <PasswordField label="Password" size="large" autoComplete="current-password" {...field} />
  ) : (
    <p className="text-sm text-muted">
      Your account has no password. If you signed in more than ten minutes ago,{' '}
      <a className={linkClass} href={addressOf(google.start.path, {}, { next: paths.settings })}>
        sign in with Google again
      </a>{' '}
      first.
    </p>
  );
