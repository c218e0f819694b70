import { CircleX } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { FIELD, labelClass } from './control-class.ts';

export type FieldProps = {
  label: string;
  /** Hides the label when other text or an icon shows the same; screen readers still read it. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  /** The problem and how to fix it; shown below the control. */
  error?: string | undefined;
  className?: string | undefined;
};

/** Attributes that connect the control with its label, hint and error. */
type Tied = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

export function Field({
  label,
  hideLabel,
  hint,
  error,
  className,
  children,
}: FieldProps & { children: (tied: Tied) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={classNames(FIELD, className)}>
      <label htmlFor={id} className={labelClass(hideLabel)}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error || hint ? noteId : undefined,
      })}
      {error ? (
        <p id={noteId} className="flex items-start gap-1 text-xs text-red">
          <CircleX size={12} className="mt-0.5" aria-hidden />
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className="text-xs text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
