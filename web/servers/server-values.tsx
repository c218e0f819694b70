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
import { duration, exactTime, relativeTime } from '../../contract/shared/dates.ts';
import { useNow } from '../lib/now.ts';
import { useTimeStyle } from '../lib/preferences.ts';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';

type Look = NonNullable<ComponentProps<typeof Badge>['look']>;

export const STATUS: Record<ServerStatus, { label: string; look: Look; icon: LucideIcon }> = {
  online: { label: 'Online', look: 'green', icon: CircleCheck },
  warning: { label: 'Warning', look: 'yellow', icon: TriangleAlert },
  offline: { label: 'Offline', look: 'solid', icon: CircleX },
  maintenance: { label: 'Maintenance', look: 'outline', icon: Wrench },
  unknown: { label: 'Unknown', look: 'dashed', icon: CircleDashed },
};

/** The status, with a mark beside it if no check measured it. */
export function StatusBadge({
  server: { status, simulated },
}: {
  server: Pick<Server, 'status' | 'simulated'>;
}) {
  const { label, look, icon: Icon } = STATUS[status];
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-0.5">
      <Badge
        data-as-of
        look={look}
        icon={<Icon size={12} strokeWidth={2} aria-hidden className="flex-none" />}
      >
        {label}
      </Badge>
      {simulated && <SimulatedMark />}
    </span>
  );
}

/** Marks states and figures that a browser simulated, so that they never look like measured ones. */
export const SimulatedMark = () => <Badge look="dashed">Simulated</Badge>;

/** 'Offline since 20/11/2026, 2:51 am, 41 minutes'; nothing if the start is unknown. */
export function StatusSince({ server: { status, statusSince } }: { server: Server }) {
  const timeStyle = useTimeStyle();
  const now = useNow();
  if (!statusSince) return null;
  return (
    <time dateTime={statusSince} data-as-of>
      {STATUS[status].label} since {exactTime(statusSince, timeStyle)}, {duration(statusSince, new Date(now))}
    </time>
  );
}

/** How long the server has had its status. A column of outages names the other statuses. */
export function Since({ server, isNamed }: { server: Server; isNamed?: boolean }) {
  const { status, statusSince } = server;
  const timeStyle = useTimeStyle();
  const now = useNow();
  if (!statusSince) return <span className="text-muted">—</span>;
  const isOffline = status === 'offline';
  return (
    <time
      dateTime={statusSince}
      title={`${STATUS[status].label} since ${exactTime(statusSince, timeStyle)}`}
      data-as-of
      className={classNames(
        'min-w-0',
        isOffline ? 'font-medium text-red' : 'text-muted',
        isNamed && !isOffline && 'text-xs',
      )}
    >
      {isNamed && !isOffline && <span className="block md:compact:inline">{STATUS[status].label} </span>}
      {duration(statusSince, new Date(now))}
    </time>
  );
}

/** The end of a long name, which tells servers apart, stays visible. */
const KEPT_END = 8;
const LONG_NAME = 20;

/** A name that is cut in its middle where it does not fit. */
export function MiddleCut({ text }: { text: string }) {
  if (text.length < LONG_NAME) return <span className="block truncate">{text}</span>;
  return (
    <span className="flex min-w-0">
      <span className="truncate">{text.slice(0, -KEPT_END)}</span>
      <span className="flex-none">{text.slice(-KEPT_END)}</span>
    </span>
  );
}

/** Whether the figures are older than two intervals. */
export const useIsOutdated = ({ outdatedAt }: Pick<Server, 'outdatedAt'>): boolean => {
  const now = useNow();
  return outdatedAt !== null && Date.parse(outdatedAt) < now;
};

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

/** A word of a name that is `db` or ends with it: mel-db-01 and mongodb2, but not feedback-01. */
const DATABASE = /db(?![a-z])/i;

/** Servers with 'db' in their name get a database icon. */
export function ServerIcon({ name, className }: { name: string; className?: string }) {
  const Icon = DATABASE.test(name) ? Database : ServerSymbol;
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
};

/** A percentage with its bar, grey if it is outdated or simulated. Without a measurement it is 0 and marked as such. */
export function Usage({ server, figure, label }: UsageProps) {
  const isMeasured = server.measured.includes(figure);
  const isOutdated = useIsOutdated(server);
  const isTrue = isMeasured && !isOutdated && !server.simulated;
  const percent = Math.round(server[figure]);
  return (
    <span className="flex items-center gap-2" title={`${label} ${ageOf(server, isMeasured)}`}>
      <span
        className={classNames('w-8.5 text-right tabular-nums', isTrue ? usageInk(percent) : 'text-muted')}
      >
        {percent}%
      </span>
      <span aria-hidden className="h-1 w-14 flex-none overflow-hidden rounded-full bg-active max-2xl:hidden">
        <span
          className={classNames('block h-full', isTrue ? usageFill(percent) : 'bg-grey-line')}
          style={{ width: `${percent}%` }}
        />
      </span>
      {!isMeasured && <span className="sr-only">not measured</span>}
      {isOutdated && <span className="sr-only">outdated</span>}
    </span>
  );
}

/** 'simulated', '20 minutes ago' or 'not measured'. */
function ageOf({ simulated, measuredAt }: Server, isMeasured: boolean): string {
  if (!isMeasured) return 'not measured';
  if (simulated) return 'simulated';
  return measuredAt ? relativeTime(measuredAt) : 'at an unknown time';
}
