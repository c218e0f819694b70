import { Check, Circle } from 'lucide-react';
import { passwordStrength, type PasswordStrength as Result } from '../../../contract/shared/password.ts';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import type { TextFieldProps } from '../../ui/controls/text-field.tsx';
import { StrengthBar } from './strength-bar.tsx';

const REQUIREMENTS: Record<keyof Result['requirements'], string> = {
  minLength: 'At least 12 characters',
  hasUppercase: 'An uppercase letter',
  hasLowercase: 'A lowercase letter',
  hasNumbers: 'A number',
  hasSpecialChars: 'One of !@#$%^&*',
  noCommonPatterns: 'No common patterns',
};

/** The strength of the password: a bar as wide as the score, a word, the number, and what is missing. */
function PasswordStrength({ password }: { password: string }) {
  const { strength, score, requirements, feedback, suggestion } = passwordStrength(password);
  return (
    <div className="mt-2">
      {password && <StrengthBar level={strength} score={score} />}
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-xs">
        {(Object.keys(REQUIREMENTS) as (keyof typeof REQUIREMENTS)[]).map((name) => (
          <li key={name} className={`flex items-center gap-1.5 ${requirements[name] ? '' : 'text-muted'}`}>
            {requirements[name] ? (
              <Check size={12} strokeWidth={2} className="text-green" aria-label="Met:" />
            ) : (
              <Circle size={12} aria-label="Missing:" />
            )}
            {REQUIREMENTS[name]}
          </li>
        ))}
      </ul>
      {feedback.length === 0 && <p className="mt-2 text-xs text-muted">{suggestion}</p>}
    </div>
  );
}

type Props = {
  label: string;
  confirmLabel?: string;
  /** The current text of the password field. */
  typed: string;
  password: Partial<TextFieldProps>;
  confirmPassword: Partial<TextFieldProps>;
};

/** A new password with its strength, entered twice against typing errors. */
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
