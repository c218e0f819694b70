import { useId } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A free-text field with suggestions. */
export function SuggestedField({ suggestions, ...field }: TextFieldProps & { suggestions: string[] }) {
  const listId = useId();
  return (
    <>
      <TextField {...field} list={listId} autoComplete="off" />
      <datalist id={listId}>
        {suggestions.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}
