import { useState } from 'react';
import { type Heartbeat, heartbeats, type NewHeartbeat } from '../../../contract/calls/heartbeats.ts';
import { ALERT_LIMITS } from '../../../contract/shared/alert-words.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { type PickedServer, ServerPicker } from '../../api/server-picker.tsx';
import { useTimeStyle } from '../../lib/preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { minutesOf, secondsOf } from '../../lib/minutes.ts';
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
      title="New Heartbeat"
      submitLabel="Add Heartbeat"
      busy={create.isPending}
      errorOf={problemsOf(create.error)}
      onClose={onClose}
      onSubmit={(body) => create.mutate({ body })}
    />
  );
}

/** Changes what is expected of a job. Its address stays. */
export function EditHeartbeatDialog({ heartbeat, onClose }: { heartbeat: Heartbeat; onClose: () => void }) {
  const save = useSave(heartbeats.update, {
    invalidates: [heartbeats.list],
    saved: () => ({ title: 'Heartbeat Changed', text: heartbeat.name }),
    failed: reasonOr('Failed to change the heartbeat. Please try again.'),
  });
  const params = { id: heartbeat.id };
  return (
    <HeartbeatForm
      title={`Edit ${heartbeat.name}`}
      submitLabel="Save"
      before={heartbeat}
      busy={save.isPending}
      errorOf={problemsOf(save.error)}
      onClose={onClose}
      onSubmit={(body) => save.mutate({ params, body }, { onSuccess: onClose })}
    />
  );
}

type FormProps = {
  title: string;
  submitLabel: string;
  before?: Heartbeat;
  busy: boolean;
  errorOf: (field: string) => string | undefined;
  onClose: () => void;
  onSubmit: (heartbeat: NewHeartbeat) => void;
};

function HeartbeatForm({ title, submitLabel, before, busy, errorOf, onClose, onSubmit }: FormProps) {
  const { timeZone } = useTimeStyle();
  const [draft, setDraft] = useState({
    name: before?.name ?? '',
    minutes: minutesOf(before?.periodSeconds ?? 3_600),
    cron: before?.cron ?? '30 2 * * *',
    zone: before?.zone ?? timeZone,
    grace: minutesOf(before?.graceSeconds ?? 300),
  });
  const [how, setHow] = useState<'period' | 'cron'>(before?.cron ? 'cron' : 'period');
  const [picked, setPicked] = useState<PickedServer[]>(before?.server ? [before.server] : []);
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
      title={title}
      text="An alert begins when the job does not beat in time."
      submitLabel={submitLabel}
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
