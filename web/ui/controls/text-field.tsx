import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { CONTROL_SIZES, controlClass } from './control-class.ts';
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
              Boolean(end) && 'pr-10',
            )}
          />
          {end && <span className="absolute inset-y-0 right-1.5 flex items-center">{end}</span>}
        </div>
      )}
    </Field>
  );
}
