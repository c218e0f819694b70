import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Hand, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Duty, duty } from '../../../contract/calls/duty.ts';
import { exactTime } from '../../../contract/shared/dates.ts';
import { ForEditors } from '../../api/for-editors.tsx';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { reasonOr, useSave } from '../../api/save.ts';
import { useCurrentUser } from '../../api/session.ts';
import { useNow } from '../../lib/now.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Notice, RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { tooltip } from '../../ui/overlays/tooltip.tsx';
import { AlertTabs } from '../alert-tabs.tsx';
import { type Shift, shiftsOf } from './shifts.ts';

const DutyDialog = openedLater(() => import('./duty-dialog.tsx'), 'DutyDialog');

const PLACEHOLDERS = 3;

/** Who is on duty in the next seven days. A swap is one more entry: the latest one for a time counts. */
export function DutyPage() {
  const [isNew, setNew] = useState(false);
  return (
    <>
      <PageHeader title="Duty" subtitle="Who gets the messages of the channel “on duty”" />
      <AlertTabs />
      <Shifts onNew={() => setNew(true)} />
      {isNew && <DutyDialog onClose={() => setNew(false)} />}
    </>
  );
}

function Shifts({ onNew }: { onNew: () => void }) {
  // A shift begins and ends without an event.
  const list = useQuery({ ...query(duty.list, {}), refetchInterval: MINUTE_MS });
  return (
    <>
      <ForEditors>
        <div className="flex flex-wrap gap-2 p-4 md:px-6">
          <TakeShift list={list.data ?? []} />
          <Button data-action="n" icon={<Plus size={16} aria-hidden />} onClick={onNew}>
            New Entry
          </Button>
        </div>
      </ForEditors>
      {list.isPending && <RowPlaceholders count={PLACEHOLDERS} />}
      {list.data && <Week list={list.data} />}
      {!list.data && !list.isPending && <ReadFailed read={list} title="Duty could not be loaded" />}
    </>
  );
}

const MINUTE_MS = 60_000;
const HOURS_MS = 12 * 60 * MINUTE_MS;

/** Puts the signed-in person on duty until the current shift ends; without one, for twelve hours. */
function TakeShift({ list }: { list: Duty[] }) {
  const me = useCurrentUser().data;
  const timeStyle = useTimeStyle();
  const now = useNow();
  const current = shiftsOf(list, now).find(({ isNow }) => isNow);
  const take = useSave(duty.create, {
    invalidates: [duty.list],
    saved: ({ to }) => ({ title: 'You Are on Duty', text: `Until ${exactTime(to, timeStyle)}` }),
    failed: reasonOr('The shift could not be taken. Please try again.'),
  });
  if (!me || current?.entry.person.id === me.id) return null;
  const shift = () => {
    const from = new Date(now);
    const to = current?.to ?? new Date(from.getTime() + HOURS_MS);
    return { personId: me.id, from: from.toISOString(), to: to.toISOString() };
  };
  return (
    <Button
      look="primary"
      data-action="t"
      {...tooltip('Take this shift', { shortcut: 't' })}
      className="max-md:flex-1"
      icon={<Hand size={16} aria-hidden />}
      busy={take.isPending}
      onClick={() => take.mutate({ body: shift() })}
    >
      Take This Shift
    </Button>
  );
}

function Week({ list }: { list: Duty[] }) {
  const shifts = shiftsOf(list, useNow());
  if (shifts.length === 0)
    return (
      <Notice
        icon={<CalendarClock size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="Nobody is on duty in the next seven days"
        text="Take the shift, or add an entry. A weekly one repeats by itself."
      />
    );
  return (
    <ul aria-label="Duty in the next seven days" className="border-t border-border">
      {shifts.map((shift) => (
        <ShiftRow key={`${shift.entry.id} ${shift.from.toISOString()}`} shift={shift} />
      ))}
    </ul>
  );
}

function ShiftRow({ shift: { entry, from, to, isNow } }: { shift: Shift }) {
  const timeStyle = useTimeStyle();
  const remove = useSave(duty.remove, {
    invalidates: [duty.list],
    saved: () => ({ title: 'Entry Removed', text: entry.person.name }),
    failed: reasonOr('The entry could not be removed. Please try again.'),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 text-sm md:px-6 compact:py-1">
      <span className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{entry.person.name}</span>
        {isNow && <Badge look="green">On duty now</Badge>}
        {entry.weekly && <Badge look="soft">Each week</Badge>}
      </span>
      <span className="min-w-0 flex-[2_1_20rem] text-muted">
        {exactTime(from, timeStyle)} to {exactTime(to, timeStyle)}
      </span>
      <ForEditors>
        <IconButton
          size="small"
          label={`Remove ${entry.person.name}, ${exactTime(from, timeStyle)}`}
          icon={<Trash2 size={14} />}
          busy={remove.isPending}
          onClick={() => remove.mutate({ params: { id: entry.id } })}
        />
      </ForEditors>
    </li>
  );
}
