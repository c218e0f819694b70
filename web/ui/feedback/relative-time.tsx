import { useEffect, useRef } from 'react';
import { exactTime, relativeTime, timeParts, utcTime } from '../../../contract/shared/dates.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { tooltip } from '../overlays/tooltip.tsx';
import { whenIdle } from '../../lib/when-idle.ts';

type Props = { value: string | null | undefined; className?: string };

/** The relative time, with the exact time and that of UTC on hover. */
export function RelativeTime({ value, className }: Props) {
  const timeStyle = useTimeStyle();
  const time = useRef<HTMLTimeElement>(null);
  // Set after the first screen, which would otherwise wait while the browser loads its time formats.
  useEffect(
    () =>
      whenIdle(() => {
        if (time.current) time.current.title = `${exactTime(value, timeStyle)} · ${utcTime(value)}`;
      }, 0),
    [value, timeStyle],
  );
  return value ? (
    <time ref={time} dateTime={value} className={className}>
      {relativeTime(value)}
    </time>
  ) : (
    <span className={className}>{relativeTime(value)}</span>
  );
}

/**
 * The exact time in the account's time zone. Hover and focus show UTC. The zone stands beside it by the style sheet, because the
 * text of a date is dd/MM/yyyy, h:mm a (VER-01).
 */
export function ExactTime({ value, isInControl }: { value: string; isInControl?: boolean }) {
  const { date, time, zone } = timeParts(new Date(value), useTimeStyle());
  return (
    <time
      dateTime={value}
      data-zone={zone}
      className="after:text-muted after:content-['_'_attr(data-zone)]"
      {...tooltip(utcTime(value))}
      // The tooltip must open without a mouse. A control cannot contain another one.
      {...(!isInControl && { tabIndex: 0 })}
    >
      {date}, {time}
    </time>
  );
}
