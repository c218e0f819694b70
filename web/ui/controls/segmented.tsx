import type { ReactNode } from 'react';
import { tooltip } from '../overlays/tooltip.tsx';

type Props<V extends string> = {
  /** The name of the group for screen readers. */
  label: string;
  value: V;
  onChange: (value: V) => void;
  /** Shows icons only. Labels remain as tooltips and for screen readers. */
  iconsOnly?: boolean;
  choices: { value: V; label: string; icon?: ReactNode }[];
};

/** Mutually exclusive views of the same data. */
export const Segmented = <V extends string>({ label, value, onChange, iconsOnly, choices }: Props<V>) => (
  <fieldset aria-label={label} className="inline-flex flex-none rounded-md border border-grey-line p-px">
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={choice.value === value}
        {...(iconsOnly && tooltip(choice.label))}
        onClick={() => onChange(choice.value)}
        className={
          'inline-flex h-7 min-w-7.5 max-md:h-9 items-center justify-center gap-1.5 rounded-sm px-2.5 ' +
          'text-sm font-medium text-muted hover:text-text aria-pressed:bg-active ' +
          'aria-pressed:text-text'
        }
      >
        {choice.icon}
        {/* Text instead of an aria-label, because a field may have a label with some of these words. */}
        <span className={iconsOnly ? 'sr-only' : undefined}>{choice.label}</span>
      </button>
    ))}
  </fieldset>
);
