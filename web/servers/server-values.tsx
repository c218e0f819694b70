import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Database,
  type LucideIcon,
  Server as ServerSymbol,
  TriangleAlert,
  Wrench,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Environment, ServerStatus } from '../../contract/shared/server-words.ts';
import { classNames } from '../lib/class-names.ts';
import { Badge } from '../ui/feedback/badge.tsx';
import type { Figure, Server } from '../../contract/shared/server-fields.ts';
import { relativeTime } from '../../contract/shared/dates.ts';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';

type Look = NonNullable<ComponentProps<typeof Badge>['look']>;

export const STATUS: Record<ServerStatus, { label: string; look: Look; icon: LucideIcon }> = {
  online: { label: 'Online', look: 'green', icon: CircleCheck },
  warning: { label: 'Warning', look: 'yellow', icon: TriangleAlert },
  offline: { label: 'Offline', look: 'solid', icon: CircleX },
  maintenance: { label: 'Maintenance', look: 'outline', icon: Wrench },
  unknown: { label: 'Unknown', look: 'dashed', icon: CircleDashed },
};

export function StatusBadge({ status }: { status: ServerStatus }) {
  const { label, look, icon: Icon } = STATUS[status];
  return (
    <Badge data-as-of look={look} icon={<Icon size={12} strokeWidth={2} aria-hidden className="flex-none" />}>
      {label}
    </Badge>
  );
}

export const ENVIRONMENT: Record<Environment, { label: string; ink: string; mark: string }> = {
  production: { label: 'Production', ink: 'text-red', mark: 'bg-red-fill border-red-fill' },
  staging: {
    label: 'Staging',
    ink: 'text-yellow',
    mark: 'border-yellow-fill bg-linear-to-r from-yellow-fill from-50% to-transparent to-50%',
  },
  development: { label: 'Development', ink: 'text-green', mark: 'border-green-fill' },
};

/** A square and a word: subtle, so that two hundred of them do not look like alarms. */
export function EnvironmentBadge({ environment }: { environment: Environment }) {
  const { label, ink, mark } = ENVIRONMENT[environment];
  return (
    <span className={classNames(ink, 'flex min-w-0')}>
      <Badge icon={<span aria-hidden className={classNames('size-2 flex-none border', mark)} />}>
        <span className={ink}>{label}</span>
      </Badge>
    </span>
  );
}

/** Servers with 'db' in their name get a database icon. */
export function ServerIcon({ name, className }: { name: string; className?: string }) {
  const Icon = name.toLowerCase().includes('db') ? Database : ServerSymbol;
  return <Icon size={14} aria-hidden className={classNames('flex-none text-muted', className)} />;
}

const DAY = 86_400;
const HOUR = 3_600;

/** Such as '41d 6h'. */
export const uptimeText = (seconds: number): string =>
  `${Math.floor(seconds / DAY)}d ${Math.floor((seconds % DAY) / HOUR)}h`;

/** Days and hours, else the time of the last check, else 'N/A'. */
export function Uptime({ server }: { server: Server }) {
  if (server.uptime > 0)
    return <span className="whitespace-nowrap tabular-nums">{uptimeText(server.uptime)}</span>;
  if (server.lastHealthCheck)
    return <RelativeTime value={server.lastHealthCheck} className="whitespace-nowrap" />;
  return <span>N/A</span>;
}

export const usageInk = (percent: number): string =>
  percent >= 90 ? 'font-semibold text-red' : percent >= 75 ? 'font-semibold text-yellow' : '';
export const usageFill = (percent: number): string =>
  percent >= 90 ? 'bg-red-fill' : percent >= 75 ? 'bg-yellow-fill' : 'bg-grey-fill';

type UsageProps = {
  server: Server;
  figure: Extract<Figure, 'cpuUsage' | 'memoryUsage' | 'diskUsage'>;
  label: string;
  /** Classes that hide the bar where it does not fit. */
  bar?: string;
};

/** A percentage with its bar. Without a measurement it is 0 and marked as such. */
export function Usage({ server, figure, label, bar = 'max-lg:hidden' }: UsageProps) {
  const isMeasured = server.measured.includes(figure);
  const percent = Math.round(server[figure]);
  const age = isMeasured && server.lastHealthCheck ? relativeTime(server.lastHealthCheck) : 'not measured';
  return (
    <span className="flex items-center gap-2" title={`${label} ${age}`}>
      <span
        className={classNames('w-8.5 text-right tabular-nums', isMeasured ? usageInk(percent) : 'text-muted')}
      >
        {percent}%
      </span>
      <span
        aria-hidden
        className={classNames('h-1 w-14 flex-none overflow-hidden rounded-full bg-active', bar)}
      >
        <span className={classNames('block h-full', usageFill(percent))} style={{ width: `${percent}%` }} />
      </span>
      {!isMeasured && <span className="sr-only">not measured</span>}
    </span>
  );
}
