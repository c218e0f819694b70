import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { tooltip } from '../overlays/tooltip.tsx';

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false);
  const toggle = isShown ? 'Hide password' : 'Show password';
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <Button
          {...tooltip(toggle)}
          look="quiet"
          size="small"
          className="w-7 px-0! text-muted hover:text-text"
          icon={isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          onClick={() => setShown(!isShown)}
        >
          {/* Text instead of an aria-label, so that a search by the label of the field finds the field only. */}
          <span className="sr-only">{toggle}</span>
        </Button>
      }
    />
  );
}
