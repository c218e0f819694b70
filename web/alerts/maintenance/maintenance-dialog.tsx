import { useState } from 'react';
import { maintenance } from '../../../contract/calls/maintenance.ts';
import { ALERT_LIMITS } from '../../../contract/shared/alert-words.ts';
import { FilterField } from '../../api/filter/filter-field.tsx';
import { reasonOr, useSave } from '../../api/save.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { problemsOf } from '../field-problems.ts';
import { useNow } from '../../lib/now.ts';
import { nextHours, TimeFields } from '../time-field.tsx';
import { WeeklyRangeFields, workingHours } from '../weekly-range.tsx';

/** Plans a window: once, or each week. */
export function MaintenanceDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useTimeStyle();
  const [filter, setFilter] = useState('');
  const [reason, setReason] = useState('');
  const now = useNow();
  const [times, setTimes] = useState(() => nextHours(now, 2));
  const [isWeekly, setWeekly] = useState(false);
  const [weekly, setRange] = useState(() => workingHours(timeZone));
  const create = useSave(maintenance.create, {
    invalidates: [maintenance.list],
    saved: (window) => ({ title: 'Maintenance Planned', text: window.reason }),
    failed: reasonOr('The maintenance could not be planned. Please try again.'),
  });
  const errorOf = problemsOf(create.error);
  const when = isWeekly ? { weekly } : { from: times.from || null, to: times.to || null };
  return (
    <FormDialog
      width="form"
      title="New Window"
      text="Checks go on. Nothing is sent about these servers, and it ends by itself."
      submitLabel="Plan Maintenance"
      busy={create.isPending}
      onClose={onClose}
      onSubmit={() => create.mutate({ body: { filter, reason, ...when } }, { onSuccess: onClose })}
    >
      <FilterField
        label="Servers"
        hint="A filter as in the inventory, such as env:staging"
        value={filter}
        error={errorOf('filter')}
        onChange={setFilter}
      />
      <TextField
        label="Reason"
        maxLength={ALERT_LIMITS.reason}
        value={reason}
        error={errorOf('reason')}
        onChange={(event) => setReason(event.target.value)}
      />
      <Switch label="Each week" checked={isWeekly} onChange={setWeekly} />
      {isWeekly ? (
        <WeeklyRangeFields
          label="Days and times"
          range={weekly}
          onChange={setRange}
          errorOf={(field) => errorOf(`weekly.${field}`)}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <TimeFields times={times} errorOf={errorOf} onChange={setTimes} />
        </div>
      )}
    </FormDialog>
  );
}
