import { useId } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A field of free text with suggestions under it. */
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
