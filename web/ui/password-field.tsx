import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password that its writer may look at. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          size="small"
          label={isShown ? 'Hide password' : 'Show password'}
          icon={isShown ? <EyeOff size={16} /> : <Eye size={16} />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
