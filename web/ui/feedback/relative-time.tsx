import { useEffect, useRef } from 'react';
import { exactTime, relativeTime } from '../../../contract/shared/dates.ts';
import { useTimeZone } from '../../lib/preferences.ts';
import { whenIdle } from '../../lib/when-idle.ts';

type Props = { value: string | null | undefined; className?: string };

/** The relative time, with the exact time on hover. */
export function RelativeTime({ value, className }: Props) {
  const timeZone = useTimeZone();
  const time = useRef<HTMLTimeElement>(null);
  // Set after the first screen, which would otherwise wait while the browser loads its time formats.
  useEffect(
    () =>
      whenIdle(() => {
        if (time.current) time.current.title = exactTime(value, timeZone);
      }, 0),
    [value, timeZone],
  );
  return value ? (
    <time ref={time} dateTime={value} className={className}>
      {relativeTime(value)}
    </time>
  ) : (
    <span className={className}>{relativeTime(value)}</span>
  );
}

/** The exact time in the account's time zone. */
export const ExactTime = ({ value }: { value: string }) => (
  <time dateTime={value}>{exactTime(value, useTimeZone())}</time>
);
