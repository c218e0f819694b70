import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { CONTROL_SIZES, controlClass, areaClass } from './control-class.ts';
import { Field, type FieldProps } from './field.tsx';

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'size' | 'className'> & {
    size?: keyof typeof CONTROL_SIZES;
    /** Inside the field, before the text. */
    icon?: ReactNode;
    /** Inside the field, after the text: a key or a button. */
    end?: ReactNode;
  };

export function TextField({
  label,
  hideLabel,
  hint,
  error,
  className,
  size = 'normal',
  icon,
  end,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} {...{ hideLabel, hint, error, className }}>
      {(tied) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-muted">
              {icon}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...tied}
            className={classNames(
              controlClass,
              CONTROL_SIZES[size],
              Boolean(icon) && 'pl-8',
              Boolean(end) && 'pr-14',
            )}
          />
          {end && <span className="absolute inset-y-0 right-1.5 flex items-center">{end}</span>}
        </div>
      )}
    </Field>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className'>;

/** Multi-line text. */
export const TextArea = ({ label, hideLabel, hint, error, className, rows = 3, ...area }: TextAreaProps) => (
  <Field label={label} {...{ hideLabel, hint, error, className }}>
    {(tied) => <textarea rows={rows} {...area} {...tied} className={areaClass} />}
  </Field>
);

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
