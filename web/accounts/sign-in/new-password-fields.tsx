import { PasswordField } from '../../ui/controls/password-field.tsx';
import type { TextFieldProps } from '../../ui/controls/text-field.tsx';
import { PasswordStrength } from './password-strength.tsx';

type Props = {
  label: string;
  confirmLabel?: string;
  /** What is typed so far. */
  typed: string;
  password: Partial<TextFieldProps>;
  confirmPassword: Partial<TextFieldProps>;
};

/** A password that is being chosen, with its strength, and once more against typing errors. */
export const NewPasswordFields = ({
  label,
  confirmLabel = 'Confirm password',
  typed,
  password,
  confirmPassword,
}: Props) => (
  <>
    <div>
      <PasswordField label={label} size="large" autoComplete="new-password" {...password} />
      <PasswordStrength password={typed} />
    </div>
    <PasswordField label={confirmLabel} size="large" autoComplete="new-password" {...confirmPassword} />
  </>
);
