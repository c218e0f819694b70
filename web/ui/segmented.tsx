import type { ReactNode } from 'react';

type Props<V extends string> = {
  /** What is chosen here, for those who hear the page. */
  label: string;
  value: V;
  onChange: (value: V) => void;
  choices: { value: V; label: string; icon?: ReactNode }[];
};

/** Views of the same thing, one of them on. */
export const Segmented = <V extends string>({ label, value, onChange, choices }: Props<V>) => (
  <fieldset aria-label={label} className="inline-flex flex-none rounded-md border border-grey-line p-px">
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={choice.value === value}
        onClick={() => onChange(choice.value)}
        className="inline-flex h-7 min-w-7.5 items-center justify-center gap-1.5 rounded-sm px-2.5 text-sm font-medium text-muted hover:text-text aria-pressed:bg-active aria-pressed:text-text"
      >
        {choice.icon}
        {choice.label}
      </button>
    ))}
  </fieldset>
);
