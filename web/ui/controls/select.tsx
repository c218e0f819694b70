import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { CONTROL_SIZES, controlClass } from './control-class.ts';
import { Field, type FieldProps } from './field.tsx';

export type Option = { value: string; label: string };

type Props = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'children' | 'size'> & { options: Option[] };

/** The browser's own select: it works with every keyboard, screen reader and phone. */
export const Select = ({ label, hideLabel, hint, error, className, options, ...select }: Props) => (
  <Field label={label} {...{ hideLabel, hint, error, className }}>
    {(tied) => (
      <div className="relative">
        <select
          {...select}
          {...tied}
          className={classNames(
            controlClass,
            CONTROL_SIZES.normal,
            'field-sizing-content appearance-none truncate pr-8! font-medium',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} className="bg-raised font-normal text-text">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={14}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
        />
      </div>
    )}
  </Field>
);
