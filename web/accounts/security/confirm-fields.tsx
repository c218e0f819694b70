import { addressOf } from '../../../contract/call.ts';
import { paths } from '../../paths.ts';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import type { TextFieldProps } from '../../ui/controls/text-field.tsx';
import { linkClass } from '../sign-in/account-frame.tsx';
import { google } from '../../../contract/accounts.ts';

type Props = {
  hasPassword: boolean;
  field: Pick<TextFieldProps, 'name' | 'error' | 'ref' | 'onChange' | 'onBlur'>;
};

/** The password again, before something that keeps people out; or, without one, the way to sign in again. */
export const ConfirmFields = ({ hasPassword, field }: Props) =>
  hasPassword ? (
    <PasswordField label="Password" size="large" autoComplete="current-password" {...field} />
  ) : (
    <p className="text-sm text-muted">
      Your account has no password. If you signed in more than ten minutes ago,{' '}
      <a className={linkClass} href={addressOf(google.start.path, {}, { redirect: paths.settings })}>
        sign in with Google again
      </a>{' '}
      first.
    </p>
  );
