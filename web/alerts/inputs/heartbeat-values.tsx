import type { ComponentProps } from 'react';
import type { Heartbeat } from '../../../contract/calls/heartbeats.ts';
import { Badge } from '../../ui/feedback/badge.tsx';

const STATES: Record<
  Heartbeat['state'],
  { label: string; look: NonNullable<ComponentProps<typeof Badge>['look']> }
> = {
  new: { label: 'No beat yet', look: 'dashed' },
  up: { label: 'Well', look: 'green' },
  late: { label: 'Late', look: 'yellow' },
  down: { label: 'Missing', look: 'solid' },
};

export const BeatBadge = ({ state }: Pick<Heartbeat, 'state'>) => (
  <Badge look={STATES[state].look}>{STATES[state].label}</Badge>
);

const MINUTE = 60;

/** 'Every 60 minutes, 5 minutes late at most' or the cron expression with its zone. */
export const scheduleText = ({ periodSeconds, cron, zone, graceSeconds }: Heartbeat): string =>
  `${periodSeconds === null ? [cron, zone ?? 'UTC'].join(', ') : `Every ${minutes(periodSeconds)}`}, ` +
  `at most ${minutes(graceSeconds)} late`;

function minutes(seconds: number): string {
  if (seconds % MINUTE !== 0) return `${seconds} seconds`;
  return seconds === MINUTE ? '1 minute' : `${seconds / MINUTE} minutes`;
}
