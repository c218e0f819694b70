import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, BookOpen } from 'lucide-react';
import { useState } from 'react';
import { type FallenServer, serverNeeds } from '../../../contract/calls/server-needs.ts';
import { maintenance } from '../../../contract/calls/maintenance.ts';
import { ALERT_LIMITS } from '../../../contract/shared/alert-words.ts';
import { writeFilter } from '../../../contract/shared/filter-text.ts';
import { ForEditors } from '../../api/for-editors.tsx';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { reasonOr, useSave } from '../../api/save.ts';
import { type PickedServer, ServerPicker } from '../../api/server-picker.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { problemsOf } from '../field-problems.ts';
import { useNow } from '../../lib/now.ts';
import { nextHours, TimeFields } from '../time-field.tsx';

/** Pick servers and a time, see what falls with them, and plan the maintenance. */
export function OutagePlanPage() {
  const [picked, setPicked] = useState<PickedServer[]>([]);
  return (
    <>
      <PageHeader title="Before I Pull the Plug" subtitle="What falls, whom it concerns, and what to read" />
      <div className="flex max-w-184 flex-col gap-6 p-4 md:p-6">
        <Link
          to={paths.maintenance}
          className="inline-flex min-h-6 items-center gap-1 self-start text-sm text-muted hover:text-text"
        >
          <ArrowLeft size={14} aria-hidden />
          Maintenance
        </Link>
        <ServerPicker
          label="Servers to switch off"
          picked={picked}
          onChange={setPicked}
          most={ALERT_LIMITS.needs}
        />
        {picked.length > 0 ? (
          <>
            <Outage picked={picked} />
            <ForEditors>
              <Plan picked={picked} />
            </ForEditors>
          </>
        ) : (
          <p className="text-sm text-muted">
            Find the servers that you are going to switch off. What needs them is listed here.
          </p>
        )}
      </div>
    </>
  );
}

function Outage({ picked }: { picked: PickedServer[] }) {
  const ids = picked.map(({ id }) => id).join(',');
  const read = useQuery({
    ...query(serverNeeds.outage, { query: { ids } }),
    placeholderData: (last) => last,
    // Every change of a server can change it.
    staleTime: 0,
  });
  if (read.isPending)
    return (
      <Placeholders count={2}>
        <Skeleton className="mb-2 h-5 w-full" />
      </Placeholders>
    );
  if (!read.data) return <ReadFailed read={read} title="What falls could not be determined" />;
  const { servers, fallen } = read.data;
  const concerned = peopleOf(servers);
  const hidden = fallen - servers.filter(({ isChosen }) => !isChosen).length;
  return (
    <section aria-label="What falls" className="text-sm">
      <h2 className="text-md">
        {fallen === 0
          ? 'Nothing else falls'
          : `${fallen === 1 ? '1 more server falls' : `${formatCount(fallen)} more servers fall`}`}
      </h2>
      <p className="mt-1 [overflow-wrap:anywhere] text-muted">
        {concerned.length > 0 ? `It concerns ${concerned.join(', ')}.` : 'No owner is known.'}
      </p>
      <ul aria-label="Servers that are down" className="mt-2 border-t border-border">
        {servers.map((server) => (
          <Fallen key={server.id} server={server} />
        ))}
      </ul>
      {hidden > 0 && <p className="mt-2 text-muted">and {formatCount(hidden)} more</p>}
    </section>
  );
}

const peopleOf = (servers: FallenServer[]): string[] =>
  [
    ...new Set(
      servers.flatMap(({ teamOwner, managedByName }) => [teamOwner ?? [], managedByName ?? []].flat()),
    ),
  ].toSorted((a, b) => a.localeCompare(b, 'en'));

const Fallen = ({
  server: { id, name, isChosen, teamOwner, managedByName, runbook },
}: {
  server: FallenServer;
}) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-border py-1.5 compact:py-0.5">
    <Link
      to={paths.server}
      params={{ serverId: id }}
      className="tech min-h-6 min-w-0 flex-1 basis-40 [overflow-wrap:anywhere] hover:text-accent-ink"
    >
      {name}
    </Link>
    <span className="w-24 text-xs text-muted">{isChosen ? 'Switched off' : 'Falls with it'}</span>
    <span className="min-w-0 flex-1 basis-32 [overflow-wrap:anywhere] text-muted">
      {[teamOwner, managedByName].filter(Boolean).join(', ') || 'No owner'}
    </span>
    <span className="min-w-0 flex-1 basis-40">
      {runbook ? (
        <Link
          to={paths.document}
          params={{ documentId: runbook.id }}
          className="inline-flex min-h-6 min-w-0 items-center gap-1 [overflow-wrap:anywhere] text-accent-ink"
        >
          <BookOpen size={12} className="flex-none" aria-hidden />
          {runbook.title}
        </Link>
      ) : (
        <span className="text-muted">No runbook</span>
      )}
    </span>
  </li>
);

/** Makes the window for the picked servers. What falls with them is covered by their alerts. */
function Plan({ picked }: { picked: PickedServer[] }) {
  const navigate = useNavigate();
  const now = useNow();
  const [times, setTimes] = useState(() => nextHours(now, 2));
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const create = useSave(maintenance.create, {
    invalidates: [maintenance.list],
    saved: (window) => {
      void navigate({ to: paths.maintenance });
      return { title: 'Maintenance Planned', text: window.reason };
    },
    failed: reasonOr('The maintenance could not be planned. Please try again.'),
  });
  const errorOf = problemsOf(create.error);
  const filter = writeFilter([
    [{ kind: 'is', field: 'name', values: picked.map(({ name }) => name), exact: true }],
  ]);
  const body = { filter, reason, notify, from: times.from || null, to: times.to || null };
  return (
    <section aria-label="Maintenance">
      <h2 className="mb-3 text-md">Maintenance for them</h2>
      <form
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ body });
        }}
      >
        <TimeFields times={times} errorOf={errorOf} onChange={setTimes} />
        <TextField
          className="sm:col-span-2"
          label="Reason"
          maxLength={ALERT_LIMITS.reason}
          value={reason}
          error={errorOf('reason') ?? errorOf('filter')}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="sm:col-span-2">
          <Switch
            label="Tell those whom it concerns"
            hint="Who manages or watches one of these servers, as they chose: here or by mail"
            checked={notify}
            onChange={setNotify}
          />
        </div>
        <Button
          type="submit"
          look="primary"
          data-action=""
          className="justify-self-start max-md:w-full"
          busy={create.isPending}
        >
          Plan Maintenance
        </Button>
      </form>
    </section>
  );
}
