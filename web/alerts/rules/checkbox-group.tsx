import type { Option } from '../../ui/controls/select.tsx';

type Props = {
  label: string;
  options: Option[];
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
};

/** Any number of a few choices. */
export const CheckboxGroup = ({ label, options, chosen, error, onChange }: Props) => (
  <fieldset className="min-w-0">
    <legend className="text-sm font-medium">{label}</legend>
    <div className="flex flex-wrap gap-x-4">
      {options.map(({ value, label: name }) => (
        <label
          key={value}
          className="flex min-h-8 min-w-0 items-center gap-1.5 text-sm [overflow-wrap:anywhere]"
        >
          <input
            type="checkbox"
            className="size-4 flex-none accent-accent"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {name}
        </label>
      ))}
    </div>
    {error && (
      <p role="alert" className="text-xs text-red">
        {error}
      </p>
    )}
  </fieldset>
);
