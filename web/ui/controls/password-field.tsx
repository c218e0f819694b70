import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { tooltip } from '../overlays/tooltip.tsx';

/** A password that its writer may look at. */
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
          {/* A text, not a label: whoever looks for what is labelled with the password finds the field alone. */}
          <span className="sr-only">{toggle}</span>
        </Button>
      }
    />
  );
}
