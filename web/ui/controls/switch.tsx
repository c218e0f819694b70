import { useId } from 'react';

type Props = {
  label: string;
  /** One line that explains the effect. */
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch that takes effect immediately: label left, switch right. */
export function Switch({ label, hint, checked, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <label id={`${id}-label`} htmlFor={id} className="block text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => onChange(!checked)}
        className={
          'group h-5 w-8 flex-none rounded-full border border-transparent bg-border-strong ' +
          'transition-colors aria-checked:bg-accent'
        }
      >
        <span
          className={
            'ml-px block size-4 rounded-full border border-transparent bg-surface ' +
            'transition-[translate] group-aria-checked:translate-x-3 group-aria-checked:bg-on-accent'
          }
        />
      </button>
    </div>
  );
}
