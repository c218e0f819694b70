import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { duty } from '../../../contract/calls/duty.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { reasonOr, useSave } from '../../api/save.ts';
import { useCurrentUser } from '../../api/session.ts';
import { Select } from '../../ui/controls/select.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { problemsOf } from '../field-problems.ts';
import { useNow } from '../../lib/now.ts';
import { nextHours, TimeFields } from '../time-field.tsx';

/** Puts a person on duty, once or each week. */
export function DutyDialog({ onClose }: { onClose: () => void }) {
  const me = useCurrentUser().data;
  const options = useQuery(query(servers.options, {}));
  const [personId, setPersonId] = useState(me?.id ?? '');
  const now = useNow();
  const [times, setTimes] = useState(() => nextHours(now, 12));
  const [weekly, setWeekly] = useState(false);
  const create = useSave(duty.create, {
    invalidates: [duty.list],
    saved: ({ person }) => ({ title: 'Entry Added', text: person.name }),
    failed: reasonOr('The entry could not be added. Please try again.'),
  });
  const errorOf = problemsOf(create.error);
  return (
    <FormDialog
      title="New Entry"
      text="It replaces earlier entries for its time, so a swap is one more entry."
      submitLabel="Add Entry"
      busy={create.isPending}
      onClose={onClose}
      onSubmit={() => create.mutate({ body: { personId, ...times, weekly } }, { onSuccess: onClose })}
    >
      {options.isError && <ReadFailed read={options} title="People could not be loaded" />}
      <Select
        label="Person"
        options={(options.data?.accounts ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={personId}
        error={errorOf('personId')}
        onChange={(event) => setPersonId(event.target.value)}
      />
      <TimeFields times={times} errorOf={errorOf} onChange={setTimes} />
      <Switch
        label="Each week"
        hint="At the same time of UTC, until the entry is removed"
        checked={weekly}
        onChange={setWeekly}
      />
    </FormDialog>
  );
}
