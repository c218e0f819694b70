import type { Alert } from '../../contract/calls/alerts.ts';
import { exactTime } from '../../contract/shared/dates.ts';
import { useTimeStyle } from '../lib/preferences.ts';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';

/** Who has the alert, since when, and with which note. */
export function Owner({ alert: { acknowledgedBy, acknowledgedAt, note, state } }: { alert: Alert }) {
  if (acknowledgedBy)
    return (
      <span className="[overflow-wrap:anywhere]">
        <span className="font-medium text-text">{acknowledgedBy}</span> has it,{' '}
        <RelativeTime value={acknowledgedAt} />
        {note && `: ${note}`}
      </span>
    );
  const isOpen = state === 'firing' || state === 'pending';
  return isOpen && <span className="font-medium text-red">Nobody has it</span>;
}

/** Who silenced it until when, and why. */
export function Silence({ alert: { silence } }: { alert: Alert }) {
  const timeStyle = useTimeStyle();
  if (!silence) return null;
  const { by, reason, until } = silence;
  return (
    <span className="[overflow-wrap:anywhere]">
      Silenced by {by} {until ? `until ${exactTime(until, timeStyle)}` : 'without an end'}: {reason}
    </span>
  );
}
