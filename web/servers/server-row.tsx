import { ForEditors } from '../api/for-editors.tsx';
import { Link } from '@tanstack/react-router';
import { Activity, Eye, Pencil, Trash2 } from 'lucide-react';
import { memo, type ReactNode, type Ref } from 'react';
import type { Server } from '../../contract/shared/server-fields.ts';
import { classNames } from '../lib/class-names.ts';
import { paths } from '../paths.ts';
import { IconButton } from '../ui/controls/button.tsx';
import type { ColumnKey } from './columns.ts';
import {
  EnvironmentBadge,
  MiddleCut,
  ServerIcon,
  Since,
  StatusBadge,
  Uptime,
  Usage,
} from './server-values.tsx';

export type RowActions = {
  check: (server: Server) => void;
  edit: (server: Server) => void;
  remove: (server: Server) => void;
  select: (server: Server, isOn: boolean) => void;
};

type Props = {
  ref: Ref<HTMLDivElement>;
  index: number;
  /** Pixels from the top of the list. */
  offset: number;
  server: Server;
  columns: ColumnKey[];
  template: string;
  /** The only row in the tab order; arrow keys move from it. */
  isCurrent: boolean;
  isSelected: boolean;
  isFound: boolean;
  isChecking: boolean;
  actions: RowActions;
};

const TEXT = 'truncate text-sm text-muted';

/** Renders again only if one of its own values changes, because the table renders on every scroll. */
export const ServerRow = memo(function ServerRow({
  ref,
  index,
  offset,
  server,
  columns,
  template,
  isCurrent,
  isSelected,
  isFound,
  isChecking,
  actions,
}: Props) {
  const cells: Record<ColumnKey, ReactNode> = {
    server: <NameCell server={server} />,
    status: <StatusBadge server={server} />,
    since: <Since server={server} isNamed />,
    environment: <EnvironmentBadge environment={server.environment} />,
    cpu: <Usage server={server} figure="cpuUsage" label="CPU" />,
    memory: <Usage server={server} figure="memoryUsage" label="Memory" />,
    uptime: <Uptime server={server} />,
    os: <span className={TEXT}>{server.operatingSystem}</span>,
    serverType: <span className={TEXT}>{server.serverType}</span>,
    location: <span className={TEXT}>{server.serverLocation}</span>,
    primaryFunction: <span className={TEXT}>{server.primaryFunction}</span>,
    team: <span className={TEXT}>{server.teamOwner}</span>,
    actions: <Actions server={server} isChecking={isChecking} actions={actions} />,
  };
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      tabIndex={isCurrent ? 0 : -1}
      data-server={server.id}
      data-highlighted={isFound || undefined}
      style={{ translate: `0 ${offset}px`, gridTemplateColumns: template }}
      className={classNames(
        'absolute inset-x-0 grid min-h-11 md:compact:min-h-7 items-center gap-x-3 border-b border-border ' +
          'px-4 text-sm hover:bg-hover focus-visible:-outline-offset-2 md:px-6',
        'max-md:flex max-md:flex-wrap max-md:gap-x-2 max-md:gap-y-1 max-md:py-2',
        // Below the heads, which cover rows at the top.
        'md:[&_:is(a,button,input)]:scroll-mt-8',
        isSelected && 'bg-accent-soft',
        isFound && 'bg-yellow-soft shadow-[inset_3px_0_0_var(--yellow-fill)]',
      )}
    >
      <span role="cell" className="flex">
        <ForEditors>
          <input
            type="checkbox"
            aria-label={`Select ${server.name}`}
            className="size-4 accent-accent"
            checked={isSelected}
            onChange={(event) => actions.select(server, event.target.checked)}
          />
        </ForEditors>
      </span>
      {columns.map((key) => (
        <span
          key={key}
          role="cell"
          className={classNames(
            'flex min-w-0',
            key === 'since' && server.status !== 'offline' && 'max-md:hidden',
            key === 'server' && 'max-md:basis-40 max-md:grow',
            key === 'actions' && 'justify-end max-md:ml-auto',
            key === 'uptime' && 'justify-end text-right',
          )}
        >
          {cells[key]}
        </span>
      ))}
    </div>
  );
});

const NameCell = ({ server }: { server: Server }) => (
  <span className="flex min-w-0 items-center gap-2.5">
    <ServerIcon name={server.name} />
    <span className="min-w-0 md:compact:flex md:compact:items-baseline md:compact:gap-2">
      <Link
        to={paths.server}
        params={{ serverId: server.id }}
        className="tech block text-sm font-medium hover:text-accent-ink"
        title={server.name}
      >
        <MiddleCut text={server.name} />
      </Link>
      <span className="block truncate text-xs text-muted">
        <span className="tech">{server.ipAddress ?? server.hostname ?? 'No IP/Hostname'}</span>
      </span>
    </span>
  </span>
);

function Actions({
  server,
  isChecking,
  actions,
}: {
  server: Server;
  isChecking: boolean;
  actions: RowActions;
}) {
  return (
    <span className="flex">
      <ForEditors>
        <IconButton
          size="small"
          label={`Run health check on ${server.name}`}
          busy={isChecking}
          icon={<Activity size={16} />}
          onClick={() => actions.check(server)}
        />
      </ForEditors>
      <ViewButton server={server} />
      <ForEditors>
        <IconButton
          size="small"
          label={`Edit ${server.name}`}
          icon={<Pencil size={16} />}
          onClick={() => actions.edit(server)}
        />
        <IconButton
          size="small"
          label={`Delete ${server.name}`}
          icon={<Trash2 size={16} />}
          onClick={() => actions.remove(server)}
        />
      </ForEditors>
    </span>
  );
}

const ViewButton = ({ server }: { server: Server }) => (
  <Link
    to={paths.server}
    params={{ serverId: server.id }}
    aria-label={`View ${server.name}`}
    className="inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
  >
    <Eye size={16} aria-hidden />
  </Link>
);
