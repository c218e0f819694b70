import { exactTime, relativeTime } from '../../contract/dates.ts';
import { useTimeZone } from '../lib/preferences.ts';

type Props = { value: string | null | undefined; className?: string };

/** How long ago it was, with the exact time on hover. */
export function RelativeTime({ value, className }: Props) {
  const timeZone = useTimeZone();
  return value ? (
    <time dateTime={value} title={exactTime(value, timeZone)} className={className}>
      {relativeTime(value)}
    </time>
  ) : (
    <span className={className}>{relativeTime(value)}</span>
  );
}
