import { ForEditors } from '../../api/for-editors.tsx';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Activity, ArrowLeft, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../contract/shared/error.ts';
import {
  type Server,
  type ServerField,
  serverFields,
  shortLabel,
} from '../../../contract/shared/server-fields.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { useOpenedItem } from '../../api/opened-items.ts';
import { WatchButton } from '../../api/watch-button.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonClass, IconButton } from '../../ui/controls/button.tsx';
import { Failed, Notice, Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { EnvironmentBadge, ServerIcon, StatusBadge, StatusSince } from '../server-values.tsx';
import { useHealthCheck, useServerDeletion } from '../server-actions.ts';
import { Availability, Charts, monthUntil } from './measurements.tsx';
import { Changes, CheckLog } from './history.tsx';
import { CopiedText } from './copied-text.tsx';
import { LimitsOfServer } from './server-limits.tsx';
import { ServerNeeds } from './server-needs.tsx';
import { ServerDocuments } from './server-documents.tsx';
import { StatStrip } from './stat-strip.tsx';
import { useQuery } from '@tanstack/react-query';
import { serverLimits } from '../../../contract/calls/server-limits.ts';
import { serverNeeds } from '../../../contract/calls/server-needs.ts';
import { checks } from '../../../contract/calls/checks.ts';
import { CHANGES_SHOWN, serverOverview } from '../../../contract/calls/server-overview.ts';
import { query, wholePage } from '../../api/query.ts';
import { exactTime, type TimeStyle } from '../../../contract/shared/dates.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { CHECK_LABELS } from '../form/form-values.ts';
import { Section } from './section.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';

/**
 * Loads the server and all parts of its page in one call. Later each part is reloaded by its own call, also if this
 * call fails.
 */
function useServer(id: string) {
  const [from] = useState(monthUntil);
  const params = { id };
  const all = useQuery(
    wholePage(serverOverview.read, { params, query: { from } }, (page) => [
      [query(servers.find, { params }).queryKey, page.server],
      [query(servers.watching, { params }).queryKey, { watching: page.watching }],
      [query(checks.availability, { params }).queryKey, page.availability],
      [query(checks.list, { params, query: { from } }).queryKey, page.results],
      [query(checks.incidents, { params }).queryKey, page.incidents],
      [query(servers.documents, { params }).queryKey, page.documents],
      [query(servers.mentions, { params }).queryKey, page.mentions],
      [query(serverNeeds.find, { params }).queryKey, page.needs],
      [query(serverLimits.find, { params }).queryKey, page.limits],
      [query(servers.history, { params, query: { limit: CHANGES_SHOWN } }).queryKey, page.changes],
    ]),
  );
  return useQuery({ ...query(servers.find, { params }), enabled: !all.isPending });
}

const ServerDialog = openedLater(() => import('../form/server-dialog.tsx'), 'ServerDialog');

const route = getRouteApi('/signed-in/infrastructure/$serverId');

/** Everything about one server: current state, history, documents and changes. */
export function ServerPage() {
  const { serverId } = route.useParams();
  const read = useServer(serverId);
  if (read.isPending)
    return (
      <>
        <PageHeader title="Server" />
        <Placeholders count={4}>
          <Skeleton className="m-6 h-10" />
        </Placeholders>
      </>
    );
  if (!read.data) return <NoServer error={read.error} onRetry={() => void read.refetch()} />;
  return <TheServer server={read.data} />;
}

function NoServer({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeader title="Server" />
      {isGone ? (
        <Notice
          icon={<ServerIcon name="" className="size-6" />}
          title="This server does not exist"
          text="It was deleted, or the address is wrong. Deleted servers stay in the bin for 30 days."
        >
          <Link to={paths.infrastructure} className={buttonClass()}>
            Back to Infrastructure
          </Link>
        </Notice>
      ) : (
        <Failed
          title="The server could not be loaded"
          text={messageOf(error, 'The server did not answer.')}
          onRetry={onRetry}
        />
      )}
    </>
  );
}

function TheServer({ server }: { server: Server }) {
  useOpenedItem({ kind: 'server', id: server.id, title: server.name });
  return (
    <>
      <PageHeader title={server.name} subtitle="Infrastructure" />
      <div className="p-4 md:p-6 md:pt-4">
        <Head server={server} />
        <StatStrip server={server} />
        <div className="mt-5 grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="flex min-w-0 flex-col gap-5">
            <Charts serverId={server.id} />
            <CheckLog server={server} />
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <ServerDocuments serverId={server.id} />
            <ServerNeeds server={server} />
            <Availability serverId={server.id} />
            <LimitsOfServer server={server} />
            <Facts server={server} />
            <Changes serverId={server.id} />
          </div>
        </div>
      </div>
    </>
  );
}

/** To the row of this server in the list. */
const WayBack = ({ server }: { server: Server }) => (
  <Link
    to={paths.infrastructure}
    search={{ server: server.id }}
    className="mb-1 inline-flex min-h-6 items-center gap-1 text-sm text-muted hover:text-text"
  >
    <ArrowLeft size={14} aria-hidden />
    All servers
  </Link>
);

function Head({ server }: { server: Server }) {
  const [isEditing, setEditing] = useState(false);
  const navigate = useNavigate();
  const check = useHealthCheck();
  const askToDelete = useServerDeletion(() => void navigate({ to: paths.infrastructure }));
  return (
    <div className="mb-4 flex flex-wrap items-start gap-3">
      <div className="min-w-60 flex-1">
        <WayBack server={server} />
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <p className="text-xl font-semibold">
            <CopiedText text={server.name} />
          </p>
          <StatusBadge server={server} />
          <EnvironmentBadge environment={server.environment} />
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-sm [overflow-wrap:anywhere] text-muted">
          {server.ipAddress && <CopiedText text={server.ipAddress} />}
          {server.hostname && <CopiedText text={server.hostname} />}
          {!server.ipAddress && !server.hostname && 'No IP/Hostname'}
          {server.teamOwner && <span>{server.teamOwner}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm">
          <StatusSince server={server} />
          {server.lastMessage && <span>{server.lastMessage}</span>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <WatchButton
          calls={servers}
          id={server.id}
          text={`You are notified when the status of ${server.name} changes.`}
        />
        <ForEditors>
          <Button
            data-action=""
            needsServer
            icon={<Activity size={16} className="text-muted" aria-hidden />}
            busy={check.isPending}
            onClick={() => check.mutate(server)}
          >
            Run Health Check
          </Button>
          <Button
            data-action="e"
            needsServer
            icon={<Pencil size={16} className="text-muted" aria-hidden />}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
          <IconButton
            data-action=""
            needsServer
            label="Delete"
            icon={<Trash2 size={16} />}
            onClick={() => askToDelete(server)}
          />
        </ForEditors>
      </div>
      {isEditing && <ServerDialog server={server} onClose={() => setEditing(false)} />}
    </div>
  );
}

const TYPES: Record<string, string> = { virtual: 'Virtual', physical: 'Physical' };
/** Shown elsewhere on the page. */
const ELSEWHERE = new Set<ServerField>(['name', 'hostname', 'ipAddress', 'environment', 'status']);
/** Long texts are shown below everything else. */
const isLong = (field: ServerField) => ['description', 'notes'].includes(field);

const textOf = (server: Server, field: ServerField): string | null => {
  if (field === 'managedBy') return server.managedByName;
  return field === 'serverType' ? (TYPES[server.serverType ?? ''] ?? null) : server[field];
};

const factsOf = (server: Server, timeStyle: TimeStyle): [string, string | null | undefined][] => {
  const fields = serverFields.filter((field) => !ELSEWHERE.has(field));
  const facts = (those: ServerField[]): [string, string | null][] =>
    those.map((field) => [shortLabel(field), textOf(server, field)]);
  return [
    ...facts(fields.filter((field) => !isLong(field))),
    ['Check', server.check && `${CHECK_LABELS[server.check.kind].label}: ${server.check.target}`],
    [
      'Certificate',
      server.certificateExpiresAt &&
        (Date.parse(server.certificateExpiresAt) < Date.now() ? 'expired ' : 'expires ') +
          exactTime(server.certificateExpiresAt, timeStyle),
    ],
    ['Added', exactTime(server.createdAt, timeStyle)],
    ...facts(fields.filter(isLong)),
  ];
};

/** Facts entered by people; empty ones are omitted. */
function Facts({ server }: { server: Server }) {
  const timeStyle = useTimeStyle();
  return (
    <Section title="Facts">
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2 text-sm">
        {factsOf(server, timeStyle)
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="[overflow-wrap:anywhere] whitespace-pre-wrap">{value}</dd>
            </div>
          ))}
      </dl>
    </Section>
  );
}
