import { Field } from '../../ui/field.tsx';

type Props = { value: string; onChange: (value: string) => void; error: string | undefined };

/** The title in the size it has for readers: one line, which the screen may wrap. */
export const TitleField = ({ value, onChange, error }: Props) => (
  <Field label="Title" hideLabel error={error}>
    {(tied) => (
      <textarea
        {...tied}
        rows={1}
        placeholder="Title"
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\s*[\r\n]+\s*/g, ' '))}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="field-sizing-content w-full resize-none rounded-sm border-0 bg-transparent p-0 text-2xl font-semibold tracking-[-0.02em] aria-invalid:outline-2 aria-invalid:outline-red-fill max-md:text-xl"
      />
    )}
  </Field>
);
