import type { ReactNode } from 'react';
import { Field } from '../../ui/controls/field.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** Stands at the end of the line. */
  children: ReactNode;
};

/** The title in the size it has for readers: one line, which the screen may wrap. */
export const TitleField = ({ value, onChange, error, children }: Props) => (
  <Field label="Title" hideLabel error={error}>
    {(tied) => (
      <div className="flex items-start gap-2">
        <textarea
          {...tied}
          rows={1}
          placeholder="Title"
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\s*[\r\n]+\s*/g, ' '))}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="field-sizing-content w-full resize-none rounded-sm border-0 bg-transparent p-0 text-2xl font-semibold tracking-[-0.02em] aria-invalid:outline-2 aria-invalid:outline-red-fill max-md:text-xl"
        />
        {children}
      </div>
    )}
  </Field>
);
