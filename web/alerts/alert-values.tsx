import {
  BellOff,
  CircleCheck,
  CircleX,
  Hourglass,
  Info,
  type LucideIcon,
  Spline,
  TriangleAlert,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Alert } from '../../contract/calls/alerts.ts';
import type { AlertKind, AlertSeverity, AlertState } from '../../contract/shared/alert-words.ts';
import { duration, exactTime } from '../../contract/shared/dates.ts';
import { useNow } from '../lib/now.ts';
import { useTimeStyle } from '../lib/preferences.ts';
import { Badge } from '../ui/feedback/badge.tsx';

type Look = { label: string; look: NonNullable<ComponentProps<typeof Badge>['look']>; icon: LucideIcon };

const SEVERITIES: Record<AlertSeverity, Look> = {
  critical: { label: 'Critical', look: 'solid', icon: CircleX },
  warning: { label: 'Warning', look: 'yellow', icon: TriangleAlert },
  info: { label: 'Info', look: 'blue', icon: Info },
};

/** A firing alert needs no word for its state: its severity speaks. */
const STATES: Record<Exclude<AlertState, 'firing'>, Look> = {
  pending: { label: 'Checking what it needs', look: 'dashed', icon: Hourglass },
  covered: { label: 'Covered', look: 'soft', icon: Spline },
  silenced: { label: 'Silenced', look: 'soft', icon: BellOff },
  resolved: { label: 'Resolved', look: 'green', icon: CircleCheck },
};

/** What alerts are about, in the words of a choice. */
export const KIND_LABELS: Record<AlertKind, string> = {
  down: 'Down',
  warning: 'Warning',
  certificate: 'Certificate',
  heartbeat: 'Heartbeat',
  expiry: 'Expiry date',
  external: 'From another program',
};
export const SEVERITY_LABELS: Record<AlertSeverity, string> = {
  info: SEVERITIES.info.label,
  warning: SEVERITIES.warning.label,
  critical: SEVERITIES.critical.label,
};

const Sign = ({ label, look, icon: Icon }: Look) => (
  <Badge data-as-of look={look} icon={<Icon size={12} strokeWidth={2} aria-hidden className="flex-none" />}>
    {label}
  </Badge>
);

/** Severity and state. The severity of an alert that is over is no alarm any more. */
export const AlertBadges = ({ alert: { severity, state } }: { alert: Pick<Alert, 'severity' | 'state'> }) => (
  <>
    <Sign
      {...SEVERITIES[severity]}
      {...((state === 'resolved' || state === 'covered') && { look: 'line' })}
    />
    {state !== 'firing' && <Sign {...STATES[state]} />}
  </>
);

/** How long the alert has lasted, or lasted. */
export function AlertAge({
  alert: { startedAt, resolvedAt },
}: {
  alert: Pick<Alert, 'startedAt' | 'resolvedAt'>;
}) {
  const now = useNow();
  const timeStyle = useTimeStyle();
  return (
    <time dateTime={startedAt} title={`Since ${exactTime(startedAt, timeStyle)}`}>
      {resolvedAt ? `lasted ${duration(startedAt, resolvedAt)}` : `for ${duration(startedAt, new Date(now))}`}
    </time>
  );
}
