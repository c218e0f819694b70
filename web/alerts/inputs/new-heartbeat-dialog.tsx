import { useState } from 'react';
import { heartbeats, type NewHeartbeat } from '../../../contract/calls/heartbeats.ts';
import { ALERT_LIMITS } from '../../../contract/shared/alert-words.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { type PickedServer, ServerPicker } from '../../api/server-picker.tsx';
import { useTimeStyle } from '../../lib/preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { secondsOf } from '../minutes.ts';
import { problemsOf } from '../field-problems.ts';
import { NewAddress } from './new-address.tsx';

/** Asks when the job beats, then shows its address, only once. */
export function NewHeartbeatDialog({ onClose }: { onClose: () => void }) {
  const create = useSave(heartbeats.create, {
    invalidates: [heartbeats.list],
    failed: reasonOr('Failed to add the heartbeat. Please try again.'),
  });
  if (create.data)
    return (
      <Dialog
        open
        onClose={onClose}
        title={`${create.data.name} can beat`}
        text="Copy the address now. It is shown only once."
        footer={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <NewAddress
          url={create.data.url}
          use={{ label: 'Line at the end of the job', text: `curl -fsS -m 10 ${create.data.url}` }}
        />
      </Dialog>
    );
  return (
    <HeartbeatForm
      busy={create.isPending}
      errorOf={problemsOf(create.error)}
      onClose={onClose}
      onSubmit={(body) => create.mutate({ body })}
    />
  );
}

type FormProps = {
  busy: boolean;
  errorOf: (field: string) => string | undefined;
  onClose: () => void;
  onSubmit: (heartbeat: NewHeartbeat) => void;
};

function HeartbeatForm({ busy, errorOf, onClose, onSubmit }: FormProps) {
  const { timeZone } = useTimeStyle();
  const [draft, setDraft] = useState({
    name: '',
    minutes: '60',
    cron: '30 2 * * *',
    zone: timeZone,
    grace: '5',
  });
  const [how, setHow] = useState<'period' | 'cron'>('period');
  const [picked, setPicked] = useState<PickedServer[]>([]);
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });
  const submit = () =>
    onSubmit({
      name: draft.name,
      graceSeconds: secondsOf(draft.grace),
      serverId: picked[0]?.id ?? null,
      ...(how === 'period'
        ? { periodSeconds: secondsOf(draft.minutes) }
        : { cron: draft.cron, zone: draft.zone }),
    });
  return (
    <FormDialog
      title="New Heartbeat"
      text="An alert begins when the job does not beat in time."
      submitLabel="Add Heartbeat"
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField label="Name" maxLength={ALERT_LIMITS.name} error={errorOf('name')} {...field('name')} />
      <Segmented
        label="When it beats"
        value={how}
        onChange={setHow}
        choices={[
          { value: 'period', label: 'At intervals' },
          { value: 'cron', label: 'By cron' },
        ]}
      />
      {how === 'period' ? (
        <TextField
          label="Interval"
          hint="Minutes between two beats"
          inputMode="decimal"
          error={errorOf('periodSeconds')}
          {...field('minutes')}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Cron expression"
            hint="Minute, hour, day, month, weekday"
            error={errorOf('cron')}
            {...field('cron')}
          />
          <TextField label="Time zone" error={errorOf('zone')} {...field('zone')} />
        </div>
      )}
      <TextField
        label="May be late by"
        hint="Minutes"
        inputMode="decimal"
        error={errorOf('graceSeconds')}
        {...field('grace')}
      />
      <ServerPicker label="Server it belongs to (optional)" picked={picked} onChange={setPicked} most={1} />
    </FormDialog>
  );
}
