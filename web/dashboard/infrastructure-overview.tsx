import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReadFailed } from '../api/read-failed.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, Eye, Pencil, RefreshCw, Server as ServerSign, Settings } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { callForPage } from '../../contract/calls/call.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import { Environment } from '../../contract/shared/server-words.ts';
import { servers } from '../../contract/calls/servers.ts';
import { paths } from '../paths.ts';
import {
  Uptime,
  Usage,
  ENVIRONMENT,
  EnvironmentBadge,
  MiddleCut,
  ServerIcon,
  Since,
  StatusBadge,
} from '../servers/server-values.tsx';
import { IconButton } from '../ui/controls/button.tsx';
import { Notice, Placeholders, Skeleton } from '../ui/feedback/list-states.tsx';
import { Select } from '../ui/controls/select.tsx';
import { toast } from '../ui/overlays/toasts.ts';
import { formatCount } from '../lib/format-count.ts';
import { Part, openedLater } from '../ui/feedback/part.tsx';
import { PAGE_SIZES } from '../page-sizes.ts';

const ServerDialog = openedLater(() => import('../servers/form/server-dialog.tsx'), 'ServerDialog');

const OPTIONS = [
  { value: '', label: 'All Environments' },
  ...Environment.options.map((value) => ({ value, label: ENVIRONMENT[value].label })),
];
const CELL = 'py-1.5 pr-3 max-md:p-0 md:compact:py-0';

/** The servers that need attention first. */
export function InfrastructureOverview() {
  const [environment, setEnvironment] = useState<Environment>();
  const [edited, setEdited] = useState<Server>();
  const args = { query: { environment, limit: PAGE_SIZES.overviewServers, runbooks: 'true' as const } };
  const read = useQuery({
    queryKey: [servers.list.path, 'overview', args],
    queryFn: ({ signal }) => callForPage(servers.list, { ...args, signal }),
    placeholderData: keepPreviousData,
  });
  const refresh = async () => {
    const { isError } = await read.refetch();
    if (!isError) toast({ kind: 'success', title: 'Refreshed', text: 'Server data has been refreshed' });
  };
  return (
    <Panel
      title="Infrastructure Overview"
      end={
        <span className="flex items-center gap-2">
          <Select
            label="Environment"
            hideLabel
            options={OPTIONS}
            value={environment ?? ''}
            onChange={(event) => setEnvironment(Environment.safeParse(event.target.value).data)}
          />
          <IconButton
            label="Refresh"
            icon={<RefreshCw size={16} />}
            busy={read.isRefetching}
            onClick={() => void refresh()}
          />
        </span>
      }
    >
      <Rows read={read} onEdit={setEdited} />
      {edited && <ServerDialog server={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

type Read = ReturnType<typeof useQuery<Awaited<ReturnType<typeof callForPage<typeof servers.list>>>>>;

function Rows({ read, onEdit }: { read: Read; onEdit: (server: Server) => void }) {
  if (read.isPending)
    return (
      // The height of the final rows, with the header above and the line below them.
      <Placeholders count={PAGE_SIZES.overviewServers} className="border-t border-border pb-7 md:pt-7">
        <div className="flex h-[85px] items-center border-b border-border md:h-[49px]">
          <Skeleton className="h-5 w-full" />
        </div>
      </Placeholders>
    );
  if (!read.data) {
    return <ReadFailed read={read} title="The servers could not be loaded" />;
  }
  const { items, total } = read.data;
  if (items.length === 0)
    return (
      <Notice
        icon={<ServerSign size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="No servers found for this environment"
        text="Add a server, or choose another environment"
      />
    );
  return (
    <>
      <table className="w-full border-t border-border text-left text-sm max-md:block">
        <thead className="text-xs text-muted max-md:hidden">
          <tr className="border-b border-border">
            {['Server', 'Status', 'Environment', 'CPU', 'Memory', 'Uptime'].map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-3 font-medium">
                {head}
              </th>
            ))}
            <th scope="col" className="py-1.5 text-right font-medium">
              Actions
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {items.map((server) => (
            <OverviewRow key={server.id} server={server} onEdit={() => onEdit(server)} />
          ))}
        </tbody>
      </table>
      <p className="mt-2 flex justify-between gap-2 text-sm text-muted">
        Needs attention first · {items.length} of {formatCount(total)}
        <Link to={paths.infrastructure} className="font-medium text-accent-ink">
          All servers
        </Link>
      </p>
    </>
  );
}

function OverviewRow({ server, onEdit }: { server: Server; onEdit: () => void }) {
  const navigate = useNavigate();
  return (
    <tr
      className={
        'border-b border-border hover:bg-hover max-md:flex max-md:flex-wrap max-md:items-center ' +
        'max-md:gap-x-3 max-md:gap-y-1 max-md:py-2'
      }
    >
      <td className={`${CELL} w-full max-w-0 max-md:max-w-none max-md:basis-40 max-md:grow`}>
        <span className="flex min-w-0 items-center gap-2.5">
          <ServerIcon name={server.name} />
          <span className="min-w-0">
            <Link
              to={paths.server}
              params={{ serverId: server.id }}
              title={server.name}
              className="tech block hover:text-accent-ink"
            >
              <MiddleCut text={server.name} />
            </Link>
            <span className="tech block truncate text-xs text-muted">
              {server.ipAddress ?? server.hostname}
            </span>
            {server.runbook !== undefined && <ToRead server={server} />}
          </span>
        </span>
      </td>
      <td className={CELL}>
        <StatusBadge server={server} />
        {server.runbook !== undefined && (
          <span className="block text-xs md:pl-1">
            <Since server={server} />
          </span>
        )}
      </td>
      <td className={CELL}>
        <EnvironmentBadge environment={server.environment} />
      </td>
      <td className={CELL}>
        <Usage server={server} figure="cpuUsage" label="CPU" />
      </td>
      <td className={`${CELL} max-md:hidden`}>
        <Usage server={server} figure="memoryUsage" label="Memory" />
      </td>
      <td className={`${CELL} max-md:hidden`}>
        <Uptime server={server} />
      </td>
      <td className={`${CELL} pr-0! max-md:ml-auto`}>
        <span className="flex justify-end">
          <IconButton
            size="small"
            label={`View ${server.name}`}
            icon={<Eye size={16} />}
            onClick={() => void navigate({ to: paths.server, params: { serverId: server.id } })}
          />
          <IconButton
            size="small"
            label={`Edit ${server.name}`}
            icon={<Pencil size={16} />}
            onClick={onEdit}
          />
          <IconButton
            size="small"
            label={`Settings of ${server.name}: find it in Infrastructure`}
            icon={<Settings size={16} />}
            onClick={() => void navigate({ to: paths.infrastructure, search: { server: server.id } })}
          />
        </span>
      </td>
    </tr>
  );
}

/** What to do about a server that needs attention. */
const ToRead = ({ server: { id, runbook } }: { server: Server }) => (
  <span className="flex min-w-0 items-center gap-1 text-xs">
    <BookOpen size={12} aria-hidden className="flex-none text-muted" />
    {runbook ? (
      <Link
        to={paths.document}
        params={{ documentId: runbook.id }}
        title={runbook.title}
        className="truncate text-accent-ink hover:underline"
      >
        {runbook.title}
      </Link>
    ) : (
      <Link
        to={paths.server}
        params={{ serverId: id }}
        className="truncate text-muted hover:text-text hover:underline"
      >
        Link a runbook
      </Link>
    )}
  </span>
);

/** A panel of the dashboard: heading, actions at its end, content. */
export const Panel = ({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
      <h2 className="text-md">{title}</h2>
      {end}
    </div>
    <Part name={title}>{children}</Part>
  </section>
);
