import { exactTime, relativeTime } from '../../contract/dates.ts';

/** How long ago it was, with the exact time on hover. */
export const RelativeTime = ({
  value,
  className,
}: {
  value: string | null | undefined;
  className?: string;
}) =>
  value ? (
    <time dateTime={value} title={exactTime(value)} className={className}>
      {relativeTime(value)}
    </time>
  ) : (
    <span className={className}>{relativeTime(value)}</span>
  );
