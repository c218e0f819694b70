import { useId } from 'react';
import { TextField, type TextFieldProps } from '../ui/controls/text-field.tsx';

/** A text with suggestions; anything else may be typed as well. */
export function SuggestedField({ suggestions, ...field }: TextFieldProps & { suggestions: string[] }) {
  const listId = useId();
  return (
    <>
      <TextField {...field} size="large" autoComplete="off" list={listId} />
      <datalist id={listId}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}
