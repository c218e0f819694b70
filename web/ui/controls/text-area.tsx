import type { ComponentProps } from 'react';
import { areaClass } from './control-class.ts';
import { Field, type FieldProps } from './field.tsx';

type Props = FieldProps & Omit<ComponentProps<'textarea'>, 'className'>;

/** Multi-line text. */
export const TextArea = ({ label, hideLabel, hint, error, className, rows = 3, ...area }: Props) => (
  <Field label={label} {...{ hideLabel, hint, error, className }}>
    {(tied) => <textarea rows={rows} {...area} {...tied} className={areaClass} />}
  </Field>
);
