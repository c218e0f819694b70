import { useQuery } from '@tanstack/react-query';
import { HeartPulse, Pencil, Plus, Trash2, Webhook } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type AlertSource, alertSources } from '../../../contract/calls/alert-sources.ts';
import { type Heartbeat, heartbeats } from '../../../contract/calls/heartbeats.ts';
import { AdminListFailed } from '../../api/admin-list.tsx';
import { query } from '../../api/query.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Notice, RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { AdminRow } from '../admin-row.tsx';
import { BeatBadge, scheduleText } from './heartbeat-values.tsx';

const ConfirmDialog = openedLater(() => import('../../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');
const EditHeartbeatDialog = openedLater(() => import('./heartbeat-dialog.tsx'), 'EditHeartbeatDialog');
const NewHeartbeatDialog = openedLater(() => import('./heartbeat-dialog.tsx'), 'NewHeartbeatDialog');
const NewSourceDialog = openedLater(() => import('./new-source-dialog.tsx'), 'NewSourceDialog');

const PLACEHOLDERS = 2;

/** What others send to Ops Hub: beats of jobs, and alerts of programs. */
export function InputsPage() {
  const { isPending } = useQuery(query(heartbeats.list, {}));
  return (
    <>
      <PageHeader title="Alert Inputs" subtitle="Heartbeats of jobs, and programs that send alerts" />
      <Heartbeats />
      {/* Below a list of unknown length, it would move. */}
      {!isPending && <Sources />}
    </>
  );
}

type SectionProps = { title: string; text: string; button: ReactNode; children: ReactNode };

const Section = ({ title, text, button, children }: SectionProps) => (
  <section aria-label={title} className="mb-6">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 md:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-md">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {button}
    </div>
    {children}
  </section>
);

function Heartbeats() {
  const [isNew, setNew] = useState(false);
  const [toEdit, setToEdit] = useState<Heartbeat>();
  const [toDelete, setToDelete] = useState<Heartbeat>();
  const remove = useSave(heartbeats.remove, {
    invalidates: [heartbeats.list],
    saved: () => ({ title: 'Heartbeat Deleted', text: toDelete?.name }),
    failed: reasonOr('Failed to delete the heartbeat'),
  });
  return (
    <Section
      title="Heartbeats"
      text="A job calls an address when it is well. When it does not, an alert begins."
      button={
        <Button data-action="n" icon={<Plus size={16} aria-hidden />} onClick={() => setNew(true)}>
          New Heartbeat
        </Button>
      }
    >
      <HeartbeatList onEdit={setToEdit} onDelete={setToDelete} />
      {isNew && <NewHeartbeatDialog onClose={() => setNew(false)} />}
      {toEdit && <EditHeartbeatDialog heartbeat={toEdit} onClose={() => setToEdit(undefined)} />}
      {toDelete && (
        <ConfirmDialog
          open
          onClose={() => setToDelete(undefined)}
          onConfirm={() => remove.mutate({ params: { id: toDelete.id } })}
          title={`Delete ${toDelete.name}?`}
          text="Its address answers no more, and its alert ends."
          confirmLabel="Delete"
        />
      )}
    </Section>
  );
}

type ListProps = Record<'onEdit' | 'onDelete', (heartbeat: Heartbeat) => void>;

function HeartbeatList({ onEdit, onDelete }: ListProps) {
  const list = useQuery(query(heartbeats.list, {}));
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) return <AdminListFailed read={list} what="Heartbeats" />;
  if (list.data.length === 0)
    return (
      <Notice
        icon={<HeartPulse size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="No heartbeats yet"
        text="Add one for each backup and nightly job that must not stop silently"
      />
    );
  return (
    <ul aria-label="Heartbeats" className="border-t border-border">
      {list.data.map((heartbeat) => (
        <AdminRow
          key={heartbeat.id}
          title={
            <>
              {heartbeat.name}
              <BeatBadge state={heartbeat.state} />
            </>
          }
          facts={
            <>
              {scheduleText(heartbeat)}
              {heartbeat.server && ` · ${heartbeat.server.name}`}
              {heartbeat.lastBeatAt && (
                <>
                  {' · last beat '}
                  <RelativeTime value={heartbeat.lastBeatAt} />
                </>
              )}
            </>
          }
        >
          <IconButton
            size="small"
            label={`Edit ${heartbeat.name}`}
            icon={<Pencil size={16} />}
            onClick={() => onEdit(heartbeat)}
          />
          <DeleteButton name={heartbeat.name} onClick={() => onDelete(heartbeat)} />
        </AdminRow>
      ))}
    </ul>
  );
}

const DeleteButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <IconButton size="small" label={`Delete ${name}`} icon={<Trash2 size={16} />} onClick={onClick} />
);

function Sources() {
  const [isNew, setNew] = useState(false);
  const [toDelete, setToDelete] = useState<AlertSource>();
  const remove = useSave(alertSources.remove, {
    invalidates: [alertSources.list],
    saved: () => ({ title: 'Program Deleted', text: toDelete?.name }),
    failed: reasonOr('Failed to delete the program'),
  });
  return (
    <Section
      title="Programs that send alerts"
      text="Alertmanager, Grafana and others that send the format of Alertmanager."
      button={
        <Button data-action="" icon={<Plus size={16} aria-hidden />} onClick={() => setNew(true)}>
          New Program
        </Button>
      }
    >
      <SourceList onDelete={setToDelete} />
      {isNew && <NewSourceDialog onClose={() => setNew(false)} />}
      {toDelete && (
        <ConfirmDialog
          open
          onClose={() => setToDelete(undefined)}
          onConfirm={() => remove.mutate({ params: { id: toDelete.id } })}
          title={`Delete ${toDelete.name}?`}
          text="Its address accepts nothing more, and its open alerts end."
          confirmLabel="Delete"
        />
      )}
    </Section>
  );
}

function SourceList({ onDelete }: { onDelete: (source: AlertSource) => void }) {
  const list = useQuery(query(alertSources.list, {}));
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) return <AdminListFailed read={list} what="Programs" />;
  if (list.data.length === 0)
    return (
      <Notice
        icon={<Webhook size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="No programs yet"
        text="Add one to have its alerts here, with their servers and runbooks"
      />
    );
  return (
    <ul aria-label="Programs" className="border-t border-border">
      {list.data.map((source) => (
        <AdminRow
          key={source.id}
          title={
            <>
              {source.name}
              {source.lastSeenAt === null && <Badge look="dashed">Not seen yet</Badge>}
            </>
          }
          facts={
            source.lastSeenAt && (
              <>
                Last sent <RelativeTime value={source.lastSeenAt} />
              </>
            )
          }
        >
          <DeleteButton name={source.name} onClick={() => onDelete(source)} />
        </AdminRow>
      ))}
    </ul>
  );
}
