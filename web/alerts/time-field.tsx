import { instantIn, offsetAt } from '../../contract/shared/time-zone.ts';
import { useTimeStyle } from '../lib/preferences.ts';
import type { FieldProps } from '../ui/controls/field.tsx';
import { TextField } from '../ui/controls/text-field.tsx';

type Props = FieldProps & {
  /** An instant, or empty. */
  value: string;
  onChange: (instant: string) => void;
};

/** A date and time in the account's time zone. */
function TimeField({ value, onChange, ...field }: Props) {
  const { timeZone } = useTimeStyle();
  return (
    <TextField
      hint={`In ${timeZone}`}
      {...field}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={value && localText(Date.parse(value), timeZone)}
      onChange={(event) => onChange(instantOf(event.target.value, timeZone))}
    />
  );
}

type TimeRange = { from: string; to: string };
type TimesProps = {
  times: TimeRange;
  onChange: (times: TimeRange) => void;
  errorOf: (field: string) => string | undefined;
};

/** The beginning and the end of something. */
export const TimeFields = ({ times, onChange, errorOf }: TimesProps) => (
  <>
    <TimeField
      label="From"
      value={times.from}
      error={errorOf('from')}
      onChange={(from) => onChange({ ...times, from })}
    />
    <TimeField
      label="To"
      value={times.to}
      error={errorOf('to')}
      onChange={(to) => onChange({ ...times, to })}
    />
  </>
);

const localText = (instant: number, timeZone: string): string =>
  new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 16);

function instantOf(local: string, timeZone: string): string {
  const [day = '', time = ''] = local.split('T');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return local && instantIn(day, hours * 60 + minutes, timeZone).toISOString();
}

const HOUR_MS = 3_600_000;

/** The next full hour, and the one after some hours more. */
export function nextHours(now: number, hours: number): TimeRange {
  const from = Math.ceil(now / HOUR_MS) * HOUR_MS;
  return { from: new Date(from).toISOString(), to: new Date(from + hours * HOUR_MS).toISOString() };
}
