import { CircleX } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';

export type FieldProps = {
  label: string;
  /** Hides the label when another text or the icon says the same; screen readers still get it. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  /** What is wrong and how to mend it; shown under the control. */
  error?: string | undefined;
  className?: string | undefined;
};

/** What the control inside of a field needs to be tied to its label, hint and error. */
type Tied = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

/** Label above, control, then the error or the hint. */
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
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
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

/** The edge and ground that every control to type or choose in shares. */
export const controlClass = classNames(
  'w-full min-w-0 rounded-md border border-border-strong bg-surface text-sm',
  'focus-visible:-outline-offset-1 aria-invalid:border-red-fill aria-invalid:shadow-[inset_0_0_0_1px_var(--red-fill)]',
  'disabled:border-border disabled:bg-hover disabled:text-disabled',
);

export const CONTROL_SIZES = {
  normal: 'h-8 px-2.5 max-md:h-10',
  large: 'h-10 px-2.5 text-base!',
};
