import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plug, Plus, Wrench } from 'lucide-react';
import { useState } from 'react';
import { type Maintenance, maintenance } from '../../../contract/calls/maintenance.ts';
import { exactTime, type TimeStyle } from '../../../contract/shared/dates.ts';
import { ForEditors } from '../../api/for-editors.tsx';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { reasonOr, useSave } from '../../api/save.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Notice, RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { tooltip } from '../../ui/overlays/tooltip.tsx';
import { AlertTabs } from '../alert-tabs.tsx';
import { weeklyText } from '../weekly-range.tsx';

const MaintenanceDialog = openedLater(() => import('./maintenance-dialog.tsx'), 'MaintenanceDialog');

const PLACEHOLDERS = 3;

/** Windows in which nothing is sent about some servers: planned, running, and those that repeat. */
export function MaintenancePage() {
  const [isNew, setNew] = useState(false);
  return (
    <>
      <PageHeader title="Maintenance" subtitle="No message about these servers is created meanwhile" />
      <AlertTabs />
      <ForEditors>
        <div className="flex flex-wrap gap-2 p-4 md:px-6">
          <Button
            look="primary"
            data-action="n"
            className="max-md:flex-1"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => setNew(true)}
          >
            New Window
          </Button>
          <Link to={paths.outagePlan} data-action="p" className={buttonClass()}>
            <Plug size={16} className="text-muted" aria-hidden />
            Before I Pull the Plug
          </Link>
        </div>
      </ForEditors>
      <WindowList />
      {isNew && <MaintenanceDialog onClose={() => setNew(false)} />}
    </>
  );
}

function WindowList() {
  const list = useQuery(query(maintenance.list, {}));
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) return <ReadFailed read={list} title="Maintenance could not be loaded" />;
  if (list.data.length === 0)
    return (
      <Notice
        icon={<Wrench size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="No maintenance planned"
        text="Plan a window before you work on servers. It ends by itself."
      />
    );
  return (
    <ul aria-label="Maintenance" className="border-t border-border">
      {list.data.map((window) => (
        <WindowRow key={window.id} window={window} />
      ))}
    </ul>
  );
}

const timesOf = ({ from, to, weekly }: Maintenance, timeStyle: TimeStyle): string =>
  weekly ? weeklyText(weekly) : `${exactTime(from, timeStyle)} to ${exactTime(to, timeStyle)}`;

function WindowRow({ window }: { window: Maintenance }) {
  const timeStyle = useTimeStyle();
  const { id, filter, reason, by, isNow } = window;
  const restore = useSave(maintenance.create, {
    invalidates: [maintenance.list],
    failed: reasonOr('The window could not be restored. Please try again.'),
  });
  const end = useSave(maintenance.remove, {
    invalidates: [maintenance.list],
    saved: () => ({
      title: isNow ? 'Maintenance Ended' : 'Maintenance Cancelled',
      text: reason,
      action: { label: 'Undo', run: () => restore.mutate({ body: bodyOf(window) }) },
    }),
    failed: reasonOr('The window could not be ended. Please try again.'),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border p-4 text-sm md:px-6 compact:py-1.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          {isNow && (
            <Badge look="outline" icon={<Wrench size={12} aria-hidden />}>
              Now
            </Badge>
          )}
          <span className="font-medium [overflow-wrap:anywhere]">{reason}</span>
        </p>
        <p className="text-muted">{timesOf(window, timeStyle)}</p>
        <p className="text-xs [overflow-wrap:anywhere] text-muted">
          <span className="tech">{filter}</span> · planned by {by}
        </p>
      </div>
      <ForEditors>
        <Button
          size="small"
          {...(isNow && { 'data-action': 'e', ...tooltip('End', { shortcut: 'e' }) })}
          aria-label={`${isNow ? 'End' : 'Cancel'} ${reason}`}
          busy={end.isPending}
          onClick={() => end.mutate({ params: { id } })}
        >
          {isNow ? 'End' : 'Cancel'}
        </Button>
      </ForEditors>
    </li>
  );
}

const bodyOf = ({ filter, from, to, weekly, reason }: Maintenance) => ({ filter, from, to, weekly, reason });
