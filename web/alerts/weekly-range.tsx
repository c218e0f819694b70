import type { WeeklyRange } from '../../contract/shared/alert-words.ts';
import { TextField } from '../ui/controls/text-field.tsx';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Weekdays from eight to half past five, as a start to change. */
export const workingHours = (zone: string): WeeklyRange => ({
  days: [1, 2, 3, 4, 5],
  from: '08:00',
  to: '17:30',
  zone,
});

/** 'Mon, Tue 08:00 to 17:30, Europe/Berlin' */
export const weeklyText = ({ days, from, to, zone }: WeeklyRange): string =>
  `${days.map((day) => DAYS[day - 1]).join(', ')} ${from} to ${to}, ${zone}`;

type Props = {
  label: string;
  range: WeeklyRange;
  onChange: (range: WeeklyRange) => void;
  errorOf: (field: keyof WeeklyRange) => string | undefined;
};

/** Days of the week, times and their zone. */
export function WeeklyRangeFields({ label, range, onChange, errorOf }: Props) {
  const toggle = (day: number, isIn: boolean) =>
    onChange({
      ...range,
      days: isIn ? [...range.days, day].toSorted((a, b) => a - b) : range.days.filter((one) => one !== day),
    });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-3">
        {DAYS.map((name, index) => (
          <label key={name} className="flex min-h-8 items-center gap-1.5 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={range.days.includes(index + 1)}
              onChange={(event) => toggle(index + 1, event.target.checked)}
            />
            {name}
          </label>
        ))}
      </div>
      {errorOf('days') && <p className="text-xs text-red">Choose at least one day</p>}
      <div className="flex flex-wrap gap-3">
        <TextField
          className="w-28"
          label="From"
          type="time"
          value={range.from}
          error={errorOf('from')}
          onChange={(event) => onChange({ ...range, from: event.target.value })}
        />
        <TextField
          className="w-28"
          label="To"
          type="time"
          value={range.to}
          error={errorOf('to')}
          onChange={(event) => onChange({ ...range, to: event.target.value })}
        />
        <TextField
          className="min-w-40 flex-1"
          label="Time zone"
          autoComplete="off"
          value={range.zone}
          error={errorOf('zone')}
          onChange={(event) => onChange({ ...range, zone: event.target.value })}
        />
      </div>
    </fieldset>
  );
}
