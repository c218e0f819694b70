import { useEffect } from 'react';
import type { unknownField } from '../../../contract/shared/unknown-field.ts';
import { announce } from '../../ui/feedback/announcer.tsx';

type Props = {
  field: NonNullable<ReturnType<typeof unknownField>>;
  onReplace: (name: string, near: string) => void;
};

/** Tells that a word is written like a condition but names no field. */
export function UnknownField({ field: { name, near }, onReplace }: Props) {
  const said = `${name} is not a field.`;
  useEffect(() => announce(said), [said]);
  return (
    <span className="text-yellow">
      {said}{' '}
      {near === undefined ? (
        'It is looked for as text.'
      ) : (
        <>
          Did you mean{' '}
          <button
            type="button"
            className="min-h-6 font-medium underline"
            onClick={() => onReplace(name, near)}
          >
            {near}
          </button>
          ?
        </>
      )}
    </span>
  );
}
