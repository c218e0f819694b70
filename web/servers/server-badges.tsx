import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Database,
  type LucideIcon,
  Server,
  TriangleAlert,
  Wrench,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Environment, ServerStatus } from '../../contract/server-words.ts';
import { classNames } from '../lib/class-names.ts';
import { Badge } from '../ui/feedback/badge.tsx';

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

/** A square and a word: quiet, so that two hundred of them do not look like two hundred alarms. */
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

/** A host of databases is told by its name. */
export function ServerIcon({ name, className }: { name: string; className?: string }) {
  const Icon = name.toLowerCase().includes('db') ? Database : Server;
  return <Icon size={14} aria-hidden className={classNames('flex-none text-muted', className)} />;
}
